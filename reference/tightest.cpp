#include "reference/tightest.h"

#include <algorithm>
#include <cmath>

namespace attncheck {
namespace {

constexpr double exp_error = 8;  // of every member of profile any, in u
constexpr double constant = 4;

// The dot product summed in any order of the operands as they are, its scale, and a constant added.
double own_error(const RowStats& row, double u, std::size_t j) {
  const double d = static_cast<double>(row.head_dim);
  const double c = row.magnitude[j], size = std::fabs(row.logit[j]);
  const double dot = row.dot_exact[j] != 0 ? 0 : ((d - 1) * u * (c + size) / 2 + u * c) / (1 - (d + 1) * u);
  const double scale = row.scale_exact ? 0 : u * size + 3 * u * row.gap[j];
  return dot + scale + u * (size + constant);
}

}  // namespace

void tightest_weights(const RowStats& row, double u, TightestWeights& weights) {
  const std::size_t n = row.logit.size();
  weights.change.resize(n);
  double most = 0;
  for (std::size_t j = 0; j < n; ++j) {
    weights.change[j] = own_error(row, u, j);
    most = std::max(most, weights.change[j]);
  }
  const double exp = n > 1 ? exp_error * u : 0;
  weights.total = weights.least = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double own = weights.change[j];
    const double x = own + u * (row.gap[j] + own + most + constant) + exp + row.weight_error[j];
    const double change = row.exponential[j] * (x + x * x / 2);  // exp(x) - 1 is at least that
    weights.change[j] = change;
    weights.total += change;
    weights.least += row.exponential[j] / (1 + x);  // exp(-x) is at most that
  }
}

double tightest_bound(const RowStats& row, double u, const TightestWeights& weights, double spread, double size,
                      double nonzero, double hull, double output) {
  const double n = static_cast<double>(row.keys);
  const double xi = gamma_factor(n - 1, u), zed = gamma_factor(nonzero, u), kap = gamma_factor(2, u);
  if (!(xi < 1)) return 0;  // no member has a finite bound: nothing is known of it
  const double moved = std::min(spread / weights.least, hull);
  const double added = (xi * (output + moved) + zed * (size / row.sum + output + moved) / 2) / (1 - xi);
  const double roundings = 1 - (8 * n + 64) * 0x1p-53 - 1e-12;  // of this computation
  return ((1 + kap) * (moved + added) + kap * output) * roundings;
}

}  // namespace attncheck
