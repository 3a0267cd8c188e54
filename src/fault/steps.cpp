// The right default of every step, and the small parts that whole faults are made of.
#include <cmath>
#include <limits>

#include "attncheck/fault.h"
#include "fault/right.h"

namespace attncheck {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

double exp_of_difference(double old_shift, double new_shift) { return std::exp(old_shift - new_shift); }

Tensor tensor_of(const char* what, const Rows& rows) {
  const std::size_t cols = rows.empty() ? 0 : rows.front().size();
  Tensor tensor(static_cast<Index>(rows.size()), static_cast<Index>(cols));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != cols)
      throw std::invalid_argument(std::string(what) + " row " + std::to_string(i) + " has " +
                                  std::to_string(rows[i].size()) + " numbers, but row 0 has " + std::to_string(cols));
    for (std::size_t j = 0; j < cols; ++j) tensor(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j];
  }
  return tensor;
}

}  // namespace

double right_value(const Problem& problem, Index j, Index c) { return problem.value(j, c); }
double right_sum(double output, double product) { return output + product; }

Steps right_steps() {
  Steps steps;
  steps.scale = [](const Shape& shape) { return 1.0 / std::sqrt(static_cast<double>(shape.head_dim)); };
  steps.visible = [](const Problem& problem, Index i, Index j) { return problem.visible(i, j); };
  steps.hidden_logit = [](double) { return minus_infinity; };
  steps.max_start = [] { return minus_infinity; };
  steps.shift = [](double max) { return max; };
  steps.rescale_sum = exp_of_difference;
  steps.rescale_output = exp_of_difference;
  steps.add_to_sum = [](double sum, double weight) { return sum + weight; };
  steps.value = right_value;
  steps.add_to_output = right_sum;
  steps.final_sum = [](double sum, double) { return sum; };
  for (Steps::OfCell* kept : {&steps.logit, &steps.weight_after_softmax, &steps.deliver})
    *kept = [](const Problem&, Index, Index, double number) { return number; };
  for (std::function<Index(Index)>* all : {&steps.keys_read, &steps.rows_written})
    *all = [](Index tokens) { return tokens; };
  return steps;
}

Tensor masked_logits(const Steps& steps, const Problem& problem) {
  const Shape& shape = problem.shape;
  const auto rounded = [&](double number) { return round_to(problem.dtype, number); };
  const double scale = rounded(steps.scale(shape));
  Tensor logits(shape.tokens, shape.tokens);
  for (Index i = 0; i < shape.tokens; ++i)
    for (Index j = 0; j < shape.tokens; ++j) {
      double dot = 0;
      for (Index c = 0; c < shape.head_dim; ++c) dot = rounded(dot + rounded(problem.query(i, c) * problem.key(j, c)));
      const double logit = rounded(scale * dot);
      logits(i, j) = steps.visible(problem, i, j) ? logit : rounded(steps.hidden_logit(logit));
    }
  return logits;
}

Tensor weighted_values(const Tensor& weights, const Problem& problem) {
  const auto rounded = [&](double number) { return round_to(problem.dtype, number); };
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j) {
      if (weights(i, j) == 0) continue;
      for (Index c = 0; c < output.cols(); ++c)
        output(i, c) = rounded(output(i, c) + rounded(weights(i, j) * problem.value(j, c)));
    }
  return output;
}

double round_to_bits(double number, int bits) {
  if (number == 0 || !std::isfinite(number)) return number;
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
}

double round_to_float16(double number) {
  constexpr double first_that_overflows = 65520, smallest_normal = 0x1p-14, smallest = 0x1p-24;
  if (!std::isfinite(number)) return number;
  if (std::abs(number) < smallest_normal) return std::nearbyint(number / smallest) * smallest;
  if (std::abs(number) >= first_that_overflows) return std::copysign(std::numeric_limits<double>::infinity(), number);
  return round_to_bits(number, 11);
}

double element_of(const Tensor& tensor, Index position) {
  return tensor.elements()[static_cast<std::size_t>(position % tensor.size())];
}

Problem small_problem(const Rows& query, const Rows& key, const Rows& value, bool causal) {
  Problem problem;
  problem.query = tensor_of("query", query);
  problem.key = tensor_of("key", key);
  problem.value = tensor_of("value", value);
  problem.shape = {problem.query.rows(), problem.query.cols(), problem.value.cols()};
  problem.causal = causal;
  problem.family = "written by hand";
  require_valid(problem);
  return problem;
}

}  // namespace attncheck
