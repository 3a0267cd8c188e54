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

/// The bound of the columns of one row.
class TightestBound {
 public:
  TightestBound(const RowStats& row, double u, const TightestWeights& weights);

  /// spread = sum_j change_j |v_j - output|, size = sum_j e_j |v_j|, zed = gamma of the values of the column that are
  /// not zero, at least; hull: the largest |v_j - output|, infinite where it is not known and does not matter.
  double of(double spread, double size, double zed, double hull, double output) const {
    const double spread_moved = spread * per_least_;
    const double moved = spread_moved < hull ? spread_moved : hull;
    const double added = (xi_ * (output + moved) + zed * (size * per_sum_ + output + moved) / 2) * per_kept_;
    return (after_ * (moved + added) + kap_ * output) * roundings_;
  }

 private:
  double xi_, kap_, after_;
  double per_least_, per_sum_, per_kept_;
  double roundings_;  // of this computation; 0 where no member has a finite bound: nothing is known of it
};

}  // namespace attncheck
