#include "page/weights.h"

#include <algorithm>
#include <cmath>

namespace attncheck {
namespace {

constexpr Index most_tokens = 2048;
constexpr Index most_products = Index{1} << 26;

bool fits(const Tensor& tensor, Index rows, Index columns) { return tensor.rows() == rows && tensor.cols() == columns; }

/// In place, over the first `count`.
void softmax(std::span<double> row, Index count) {
  const std::span<double> seen = row.first(static_cast<std::size_t>(count));
  const double most = *std::ranges::max_element(seen);
  double sum = 0;
  for (double& logit : seen) sum += logit = std::exp(logit - most);
  for (double& weight : seen) weight /= sum;
}

}  // namespace

bool may_be_pictured(const Problem& problem) {
  const auto& [tokens, head_dim, value_dim] = problem.shape;
  return fits(problem.query, tokens, head_dim) && fits(problem.key, tokens, head_dim) &&
         fits(problem.value, tokens, value_dim) && tokens >= 1 && tokens <= most_tokens &&
         std::max(head_dim, value_dim) <= most_products / (tokens * tokens);
}

Tensor weights_for_picture(const Problem& problem) {
  const Index tokens = problem.shape.tokens;
  const double scale = 1 / std::sqrt(static_cast<double>(problem.shape.head_dim));
  Tensor weights(tokens, tokens);
  for (Index i = 0; i < tokens; ++i) {
    for (Index j = 0; j < problem.visible_keys(i); ++j) {
      double product = 0;
      for (Index c = 0; c < problem.shape.head_dim; ++c) product += problem.query(i, c) * problem.key(j, c);
      weights(i, j) = scale * product;
    }
    softmax(weights.row(i), problem.visible_keys(i));
  }
  return weights;
}

Tensor output_for_picture(const Tensor& weights, const Problem& problem) {
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index i = 0; i < output.rows(); ++i)
    for (Index j = 0; j < problem.visible_keys(i); ++j)
      for (Index c = 0; c < output.cols(); ++c) output(i, c) += weights(i, j) * problem.value(j, c);
  return output;
}

}  // namespace attncheck
