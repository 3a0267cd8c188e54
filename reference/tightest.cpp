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

TightestBound::TightestBound(const RowStats& row, double u, const TightestWeights& weights) {
  const double n = static_cast<double>(row.keys);
  xi_ = gamma_factor(n - 1, u);
  kap_ = gamma_factor(2, u);
  after_ = 1 + kap_;
  per_least_ = 1 / weights.least;
  per_sum_ = 1 / row.sum;
  per_kept_ = xi_ < 1 ? 1 / (1 - xi_) : 0;
  if (!(xi_ < 1)) xi_ = 0;
  roundings_ = per_kept_ > 0 ? 1 - (8 * n + 64) * 0x1p-53 - 1e-12 : 0;
}

}  // namespace attncheck
