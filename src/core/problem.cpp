#include "attncheck/problem.h"

#include <fmt/format.h>

#include <cmath>

namespace attncheck {
namespace {

void require_fits(const char* what, const Tensor& tensor, Index rows, Index cols, const Shape& shape) {
  if (tensor.rows() != rows || tensor.cols() != cols)
    throw std::invalid_argument(fmt::format("{} is {} x {}, but a problem of {} needs {} x {}", what, tensor.rows(),
                                            tensor.cols(), to_string(shape), rows, cols));
}

void require_exact(const char* what, const Tensor& tensor, DType dtype) {
  for (Index i = 0; i < tensor.rows(); ++i)
    for (Index j = 0; j < tensor.cols(); ++j)
      if (!std::isnan(tensor(i, j)) && round_to(dtype, tensor(i, j)) != tensor(i, j))
        throw std::invalid_argument(
            fmt::format("{}[{}][{}] = {} is not a {} number", what, i, j, tensor(i, j), info(dtype).name));
}

void round_all(Tensor& tensor, DType dtype) {
  for (double& element : tensor.elements()) element = round_to(dtype, element);
}

}  // namespace

std::string to_string(const Shape& shape) {
  return fmt::format("{} tokens x {} head_dim x {} value_dim", shape.tokens, shape.head_dim, shape.value_dim);
}

void require_valid(const Shape& shape) {
  const auto positive = [&](const char* what, Index size) {
    if (size < 1) throw std::invalid_argument(fmt::format("{} must be at least 1, not {}", what, size));
  };
  positive("tokens", shape.tokens);
  positive("head_dim", shape.head_dim);
  positive("value_dim", shape.value_dim);
}

Problem make_problem(const Shape& shape, DType dtype, bool causal) {
  require_valid(shape);
  Problem problem;
  problem.shape = shape;
  problem.dtype = dtype;
  problem.causal = causal;
  problem.query = Tensor(shape.tokens, shape.head_dim);
  problem.key = Tensor(shape.tokens, shape.head_dim);
  problem.value = Tensor(shape.tokens, shape.value_dim);
  return problem;
}

void require_valid(const Problem& problem) {
  const Shape& shape = problem.shape;
  require_valid(shape);
  require_fits("query", problem.query, shape.tokens, shape.head_dim, shape);
  require_fits("key", problem.key, shape.tokens, shape.head_dim, shape);
  require_fits("value", problem.value, shape.tokens, shape.value_dim, shape);
  require_exact("query", problem.query, problem.dtype);
  require_exact("key", problem.key, problem.dtype);
  require_exact("value", problem.value, problem.dtype);
}

void round_to_dtype(Problem& problem) {
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) round_all(*tensor, problem.dtype);
}

}  // namespace attncheck
