#include "tests/attacks/mutate.h"

#include <algorithm>
#include <cmath>

namespace attncheck::attacks {
namespace {

Tensor without(const Tensor& tensor, Index row, Index column) {
  Tensor rest(tensor.rows() - (row >= 0 ? 1 : 0), tensor.cols() - (column >= 0 ? 1 : 0));
  for (Index i = 0; i < rest.rows(); ++i)
    for (Index k = 0; k < rest.cols(); ++k)
      rest(i, k) = tensor(i + (row >= 0 && i >= row ? 1 : 0), k + (column >= 0 && k >= column ? 1 : 0));
  return rest;
}

Tensor with_row_again(const Tensor& tensor, Index row) {
  Tensor more(tensor.rows() + 1, tensor.cols());
  std::copy_n(tensor.elements().begin(), tensor.size(), more.elements().begin());
  std::copy_n(tensor.row(row).begin(), tensor.cols(), more.row(tensor.rows()).begin());
  return more;
}

void add_key(Problem& problem, Index j) {
  problem.key = with_row_again(problem.key, j);
  problem.value = with_row_again(problem.value, j);
  problem.query = with_row_again(problem.query, problem.query.rows() - 1);
  ++problem.shape.tokens;
}

/// A number next to x in what the kernel may be given.
double neighbour(double x, const Kernel& kernel, Random& random) {
  const Storage inputs = kernel.arithmetic.inputs;
  const int precision = inputs == Storage::own ? info(kernel.dtype).precision : info(inputs).precision;
  const double step = x == 0 ? info(kernel.dtype).smallest_subnormal : std::ldexp(1.0, std::ilogb(x) - precision + 1);
  return x + static_cast<double>(random.below(9) - 4) * step;
}

double changed(double x, const Kernel& kernel, Random& random) {
  switch (random.below(9)) {
    case 0:
      return random.normal();
    case 1:
      return std::ldexp(random.coin() ? 1.0 : -1.0, static_cast<int>(random.below(25)) - 12);
    case 2:
    case 3:
      return neighbour(x, kernel, random);
    case 4:
      return -x;
    case 5:
      return x * (1 + 0.1 * random.normal());
    case 6:
      return x * (1 + std::ldexp(random.normal(), -static_cast<int>(random.below(24))));
    case 7:
      return std::ldexp(x, static_cast<int>(random.below(9)) - 4);
    default:
      return static_cast<double>(random.below(9) - 4);
  }
}

/// The numbers that matter: the query's row 0, the keys, the values.
std::span<double> numbers(Problem& problem, Random& random) {
  switch (random.below(3)) {
    case 0:
      return problem.query.row(0);
    case 1:
      return problem.key.elements();
    default:
      return problem.value.elements();
  }
}

double& any_of(std::span<double> all, Random& random) {
  return all[static_cast<std::size_t>(random.below(static_cast<Index>(all.size())))];
}

void change_element(Problem& problem, const Kernel& kernel, Random& random) {
  const std::span<double> all = numbers(problem, random);
  double& x = any_of(all, random);
  x = random.below(6) == 0 ? any_of(all, random) : changed(x, kernel, random);
}

void change_tensor(Problem& problem, Random& random) {
  Tensor* const tensors[] = {&problem.query, &problem.key, &problem.value};
  const double factor = std::ldexp(1.0, static_cast<int>(random.below(31)) - 15);
  for (double& x : tensors[random.below(3)]->elements()) x *= factor;
}

void change_row(Problem& problem, Random& random) {
  Tensor& tensor = random.coin() ? problem.key : problem.value;
  const Index from = random.below(tensor.rows()), to = random.below(tensor.rows());
  switch (random.below(3)) {
    case 0:
      for (double& x : tensor.row(to)) x *= std::ldexp(1.0, static_cast<int>(random.below(7)) - 3);
      break;
    case 1:
      std::copy_n(tensor.row(from).begin(), tensor.cols(), tensor.row(to).begin());
      break;
    default:
      std::swap_ranges(problem.key.row(from).begin(), problem.key.row(from).end(), problem.key.row(to).begin());
      if (random.coin())
        std::swap_ranges(problem.value.row(from).begin(), problem.value.row(from).end(), problem.value.row(to).begin());
  }
}

void change_keys(Problem& problem, const Kernel& kernel, Random& random) {
  const Index j = random.below(problem.shape.tokens);
  if (random.coin() && problem.shape.tokens < kernel.keys) {
    add_key(problem, j);
  } else if (problem.shape.tokens > 2) {
    problem = without_key(problem, j);
  }
}

}  // namespace

void mutate(Problem& problem, const Kernel& kernel, Random& random) {
  for (Index times = 1 + random.below(3); times > 0; --times) {
    const Index kind = random.below(32);
    if (kind == 0) {
      change_keys(problem, kernel, random);
    } else if (kind == 1) {
      change_tensor(problem, random);
    } else if (kind < 6) {
      change_row(problem, random);
    } else {
      change_element(problem, kernel, random);
    }
  }
  round_to_inputs(problem, kernel);
}

Problem without_key(const Problem& problem, Index j) {
  Problem less = problem;
  less.shape.tokens -= 1;
  less.query = without(problem.query, problem.query.rows() - 1, -1);
  less.key = without(problem.key, j, -1);
  less.value = without(problem.value, j, -1);
  return less;
}

Problem without_channel(const Problem& problem, Index k) {
  Problem less = problem;
  less.shape.head_dim -= 1;
  less.query = without(problem.query, -1, k);
  less.key = without(problem.key, -1, k);
  return less;
}

Problem without_column(const Problem& problem, Index c) {
  Problem less = problem;
  less.shape.value_dim -= 1;
  less.value = without(problem.value, -1, c);
  return less;
}

}  // namespace attncheck::attacks
