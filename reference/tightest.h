#pragma once
// tightest.h: what no honest arithmetic of profile `any` is denied: a lower bound of all its members' bounds.
// Used by certified, for float32, so that a row that is right for every member costs no more than one of them.
// Shapes: [value_dim]. Errors: none. Source: docs/error-bounds.md, "What every member allows": every term of the bound
// grows with every error, so the smallest error of each step gives a bound that is smallest.
#include <span>
#include <vector>

#include "reference/row_kernels.h"
#include "reference/row_stats.h"

namespace attncheck {

/// The steps of every member of profile any, for the loop that adds them up (row_kernels.h). The tier's are not set.
ErrorSteps tightest_steps(const RowStats& row, double u);

/// What one row's weights may change by in the tightest arithmetic.
struct TightestWeights {
  std::vector<double> change;  // [n] e_j (exp(F_j) - 1), at most; with room
  double total = 0;            // sum of change
  double least = 0;            // sum_j e_j exp(-F_j), at least
};

/// From there to the bound of a column whose values that are not zero are counted by gamma `zed`, at least.
void set_tightest_bound(BoundSteps& steps, const RowStats& row, const DTypeInfo& type, const TightestWeights& weights);

}  // namespace attncheck
