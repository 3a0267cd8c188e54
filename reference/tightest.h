#pragma once
// tightest.h: what no honest arithmetic of profile `any` is denied: a lower bound of all its members' bounds.
// Used by certified, for float32, so that a row that is right for every member costs no more than one of them.
// Shapes: [value_dim]. Errors: none. Source: docs/error-bounds.md, "What every member allows": every term of the bound
// grows with every error, so the smallest error of each step gives a bound that is smallest.
#include <span>
#include <vector>

#include "reference/row_stats.h"

namespace attncheck {

/// What one row's weights may change by in the tightest arithmetic.
struct TightestWeights {
  std::vector<double> change;  // [n] e_j (exp(F_j) - 1), at most
  double total = 0;            // sum of change
  double least = 0;            // sum_j e_j exp(-F_j), at least
};

/// From logits, gaps, magnitudes and exponentials.
void tightest_weights(const RowStats& row, double u, TightestWeights& weights);

/// spread = sum_j change_j |v_j - output|, size = sum_j e_j |v_j|, nonzero: values of the column that are not zero, at
/// least; hull: the largest |v_j - output|, infinite where it is not known and does not matter. All of one column.
double tightest_bound(const RowStats& row, double u, const TightestWeights& weights, double spread, double size,
                      double nonzero, double hull, double output);

}  // namespace attncheck
