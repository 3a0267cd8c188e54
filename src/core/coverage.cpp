#include "core/coverage.h"

#include <algorithm>
#include <cmath>

namespace attncheck {
namespace {

double logit(const Problem& problem, Index i, Index j) {
  double dot = 0;
  for (Index c = 0; c < problem.shape.head_dim; ++c) dot += problem.query(i, c) * problem.key(j, c);
  return std::abs(dot) / std::sqrt(static_cast<double>(problem.shape.head_dim));
}

double larger_logit(const Problem& problem) {
  double most = 0;
  for (Index i = 0; i < problem.shape.tokens; ++i)
    for (const Index j : {i, problem.shape.tokens - 1}) {
      const double found = logit(problem, i, j);
      if (std::isfinite(found)) most = std::max(most, found);
    }
  return most;
}

void widen(Shape& least, Shape& most, const Shape& shape) {
  for (Index Shape::*size : {&Shape::tokens, &Shape::head_dim, &Shape::value_dim}) {
    least.*size = least.*size == 0 ? shape.*size : std::min(least.*size, shape.*size);
    most.*size = std::max(most.*size, shape.*size);
  }
}

}  // namespace

double Coverage::add(const Problem& problem) {
  widen(least, most, problem.shape);
  ++(problem.causal ? causal : not_causal);
  const double logit = larger_logit(problem);
  most_logit = std::max(most_logit, logit);
  return logit;
}

void Coverage::add(const Coverage& other) {
  if (other.calls() == 0) return;
  widen(least, most, other.least);
  widen(least, most, other.most);
  causal += other.causal;
  not_causal += other.not_causal;
  most_logit = std::max(most_logit, other.most_logit);
}

}  // namespace attncheck
