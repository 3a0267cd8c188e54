#pragma once
// definition.h: attention by definition, in any number type. The page to read first.
//
//   logit_j  = query[i] . key[j] / sqrt(head_dim)            for every visible key j
//   weight_j = exp(logit_j) / sum_j exp(logit_j)
//   output_c = sum_j weight_j value[j][c]
//
// The same point is subtracted from all logits before exp: it cancels in the quotient and keeps exp in range.
// Used by the exact tier (exact.cpp) with numbers and intervals of any precision, and by tests with double.
// Shapes: query, key [tokens, head_dim], value [tokens, value_dim]; one row i at a time. Cost O(n (head_dim +
// columns)). Number needs: construction from double, + - * /, exp, sqrt, and conversion to the nearest double. No
// comparison is made, because overlapping intervals cannot be compared. Source: Vaswani et al., Attention Is All You
// Need, equation (1).
#include <cmath>
#include <span>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

template <class Number>
struct AttentionRow {
  std::vector<Number> logits;        // [n]
  Number shift{0.0};                 // a point next to the largest logit
  std::vector<Number> exponentials;  // [n] exp(logit - shift)
  Number sum{0.0};                   // of the exponentials
  std::vector<Number> output;        // [columns.size()]
};

/// Moves the point `shift` next to `logit` unless it is above, float64 step by float64 step: close even to huge logits.
template <class Number>
void move_up(Number& shift, const Number& logit, bool first) {
  for (int step = 0; step < 64; ++step) {
    const double gap = static_cast<double>(Number(logit - shift));
    if (!std::isfinite(gap) || std::fabs(gap) <= 0x1p-60 || (step == 0 && gap < 0 && !first)) return;
    shift += Number(gap);
  }
}

template <class Number>
AttentionRow<Number> attention_by_definition(const Problem& problem, Index i, std::span<const Index> columns) {
  using std::exp, std::sqrt;
  AttentionRow<Number> row;
  const Number root = sqrt(Number(static_cast<double>(problem.shape.head_dim)));
  for (Index j = 0; j < problem.visible_keys(i); ++j) {
    Number dot(0.0);
    for (Index k = 0; k < problem.shape.head_dim; ++k) dot += Number(problem.query(i, k)) * Number(problem.key(j, k));
    row.logits.push_back(Number(dot / root));
    move_up(row.shift, row.logits.back(), j == 0);
  }
  for (const Number& logit : row.logits) {
    row.exponentials.push_back(Number(exp(Number(logit - row.shift))));
    row.sum += row.exponentials.back();
  }
  for (const Index c : columns) {
    Number weighted(0.0);
    for (Index j = 0; j < problem.visible_keys(i); ++j)
      weighted += row.exponentials[static_cast<std::size_t>(j)] * Number(problem.value(j, c));
    row.output.push_back(Number(weighted / row.sum));
  }
  return row;
}

}  // namespace attncheck
