#include "reference/tightest.h"

namespace attncheck {
namespace {

constexpr double exp_error = 8;  // of every member of profile any, in u
constexpr double constant = 4;

}  // namespace

// The dot product summed in any order of the operands as they are, its scale, and a constant added; then the distance
// to the largest logit, and exp.
ErrorSteps tightest_steps(const RowStats& row, double u) {
  const double d = static_cast<double>(row.head_dim);
  const double dot = u / (1 - (d + 1) * u);
  ErrorSteps steps{};
  steps.max_logit = row.max_logit;
  steps.sums = (d - 1) * dot / 2;
  steps.products = dot;
  steps.logit = row.scale_exact ? u : 2 * u;
  steps.scale = row.scale_exact ? 0 : 3 * u;
  steps.added = u * constant;
  steps.unit = u;
  steps.exp = u * constant + (row.keys > 1 ? exp_error * u : 0);
  return steps;
}

// Every member may normalise before the sum of values: it loses n + 2 units of underflow there, as many in the
// quotient, and two at the end, whatever its shift.
void set_tightest_bound(BoundSteps& steps, const RowStats& row, const DTypeInfo& type, const TightestWeights& weights) {
  const double u = type.unit_roundoff;
  const double n = static_cast<double>(row.keys);
  const double xi = gamma_factor(n - 1, u);
  const bool known = xi < 1;  // otherwise no member has a finite bound, and nothing is allowed for sure
  steps.xi = known ? xi : 0;
  steps.per_moved = 1 / weights.least;
  steps.per_sum = 1 / row.sum;
  steps.per_kept = known ? 1 / (1 - xi) : 0;
  steps.kap = gamma_factor(2, u);
  steps.underflow = (n + 3) * type.smallest_subnormal;  // two halves of it each
  steps.after = 1 + steps.kap;
  steps.roundings = known ? 1 - (8 * n + 64) * 0x1p-53 - 1e-12 : 0;  // of this computation
}

}  // namespace attncheck
