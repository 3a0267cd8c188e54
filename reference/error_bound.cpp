#include "reference/error_bound.h"

#include <algorithm>
#include <cmath>

#include "reference/certificates.h"

namespace attncheck {
namespace {

double smaller(double x, double cap) { return x < cap ? x : cap; }  // the cap also for NaN

// -log(1 - error): exp within `error` moves a logit by at most this
double exp_shift(const Arithmetic& arithmetic, double u) { return -std::log1p(-arithmetic.exp_error * u); }

}  // namespace

ErrorBound::ErrorBound(const Problem& problem, const RowStats& row)
    : problem_(problem),
      row_(row),
      n_(static_cast<double>(row.keys)),
      d_(static_cast<double>(row.head_dim)),
      u_(info(problem.dtype).unit_roundoff) {
  const double own = *std::max_element(row.weight_error.begin(), row.weight_error.end());
  const double doubt = std::exp(std::min(2 * own, 700.0)) * (1 + 1e-9);
  log_sum_ = std::log(row.sum) + own + 1e-12;
  mean_gap_ = mean_size_ = 0;
  for (std::size_t j = 0; j < row.logit.size(); ++j) {
    const double weight = row.exponential[j] / row.sum * doubt;
    mean_gap_ += weight * row.gap[j];
    mean_size_ += weight * (std::fabs(row.logit[j]) + row.logit_error[j]);
  }
  measure_columns();
}

void ErrorBound::measure_columns() {
  const auto count = static_cast<std::size_t>(problem_.shape.value_dim);
  columns_ = {std::vector<double>(count), std::vector<double>(count), std::vector<double>(count),
              std::vector<double>(count)};
  for (Index j = 0; j < row_.keys; ++j) {
    const auto value = problem_.value.row(j);
    for (std::size_t c = 0; c < count; ++c) {
      const double distance = std::fabs(value[c] - row_.centre[c]) + row_.radius[c];
      columns_.hull[c] = std::max(columns_.hull[c], distance);
      columns_.size[c] = std::max(columns_.size[c], std::fabs(value[c]));
      columns_.distances[c] += distance;
      columns_.nonzero[c] += value[c] != 0 ? 1 : 0;
    }
  }
}

ErrorBound::Units ErrorBound::units(const Arithmetic& arithmetic) const {
  const DTypeInfo& type = info(problem_.dtype);
  if (arithmetic.flushes) return {type.smallest_normal, type.smallest_normal, 2};
  return {std::max(type.smallest_subnormal / 2, 0x1p-1074), type.smallest_subnormal, 1};
}

// log(computed / true) of a factor common to all weights, which a stored log-sum-exp does not divide out again:
// the roundings of L = M + log l, and what the last exp does beside the sum inside L.
double ErrorBound::common_error(const Arithmetic& arithmetic, const Weights& weights, double sums) const {
  const double exp = n_ > 1 || arithmetic.fused_exp2 ? exp_shift(arithmetic, u_) : 0;
  const double largest = std::fabs(row_.max_logit) + weights.logit_error;
  double error = u_ * (largest + log_sum_) + 3 * u_ * log_sum_ + sums + 2 * exp + 2 * u_ * weights.logit_error;
  error += u_ * (mean_gap_ + log_sum_);
  if (largest > 0) error += u_ * arithmetic.constant;
  if (arithmetic.fused_exp2) error += 2 * u_ * (largest + log_sum_) + u_ * mean_size_;
  return 1.01 * error;
}

// The computed sum of exponentials is at least this: an underflow unit grows by its inverse in the quotient.
double ErrorBound::kept_mass(const Arithmetic& arithmetic, const Weights& weights) const {
  const double slack = 0.99 * std::exp(-arithmetic.slack);
  double mass = weights.least_sum;
  if (!arithmetic.fused_exp2) mass = std::max(mass, slack);
  if (arithmetic.form == Form::any_order) mass = std::min(mass, slack);
  return mass;
}

double ErrorBound::underflow(const Arithmetic& arithmetic, const Weights& weights, std::size_t column) const {
  const Units unit = units(arithmetic);
  const double lost = unit.lambda * columns_.distances[column] + unit.count * (n_ + weights.rescalings + 2) * unit.eta;
  const bool divided = arithmetic.form == Form::normalise_last || arithmetic.form == Form::any_order ||
                       arithmetic.form == Form::split_merge;
  double total = divided ? lost / kept_mass(arithmetic, weights) : lost;
  if (arithmetic.form != Form::normalise_last) total = std::max(total, lost) + unit.count * (n_ + 2) * unit.eta;
  // the last terms: underflow of the output itself, and of this computation in float64
  return total + 2 * unit.eta + (2 * n_ + 8) * 0x1p-1074;
}

// One key carries all: the sum of exponentials rounds to exactly 1 and nothing but the other keys' terms is lost.
std::vector<double> ErrorBound::one_hot(const Arithmetic& arithmetic, const Weights& weights) const {
  const std::size_t count = columns_.size.size();
  const auto top =
      static_cast<std::size_t>(std::max_element(row_.logit.begin(), row_.logit.end()) - row_.logit.begin());
  const Units unit = units(arithmetic);
  std::vector<double> terms(count);
  double rest = 0;
  bool tie = false;
  for (std::size_t j = 0; j < row_.logit.size(); ++j) {
    if (j == top) continue;
    const double e = row_.exponential[j] * std::exp(std::min(2 * (weights.error[j] + weights.error[top]), 700.0));
    tie = tie || !(row_.logit[top] - row_.logit[j] > weights.error[j] + weights.error[top]);
    rest += e;
    for (std::size_t c = 0; c < count; ++c)
      terms[c] += e * (std::fabs(problem_.value(static_cast<Index>(j), static_cast<Index>(c))) +
                       std::fabs(problem_.value(static_cast<Index>(top), static_cast<Index>(c))));
  }
  if (tie || !(rest < u_ / 4)) return std::vector<double>(count, INFINITY);
  for (std::size_t c = 0; c < count; ++c)
    terms[c] = 2.01 * terms[c] + (n_ + weights.rescalings + 2) * (2 * unit.lambda * columns_.size[c] + unit.eta) +
               2 * unit.eta + row_.radius[c];
  return terms;
}

namespace {

// Roundings of one output column, in the symbols of docs/error-bounds.md.
struct Roundings {
  double xi = 0;   // sum of exponentials
  double zed = 0;  // sum of weighted values
  double kap = 0;  // the last operations, relative to the output
};

bool power_of_two(double n) {
  int exponent = 0;
  return std::frexp(n, &exponent) == 0.5;
}

Roundings certified_roundings(Roundings r, const RowCertificates& row, const ColumnCertificates& column, double nonzero,
                              double n, double rescalings, double u) {
  r.zed = gamma_factor(std::max(0.0, nonzero - 1) + (column.powers_of_two ? 0 : 1) + rescalings, u);
  if (!row.uniform) return r;
  r.xi = 0;
  if (column.sum_exact) r.zed = 0;
  if (column.sum_exact && power_of_two(n)) r.kap = 0;
  return r;
}

}  // namespace

std::vector<double> ErrorBound::of(const Arithmetic& arithmetic) {
  const Weights weights = this->weights(arithmetic);
  const std::size_t count = columns_.size.size();
  std::vector<double> spread(count), grown(count), bound(count);
  double change = 0;
  for (std::size_t j = 0; j < row_.logit.size(); ++j) {
    const double p = row_.exponential[j] * weights.growth[j];
    change += p;
    const auto value = problem_.value.row(static_cast<Index>(j));
    for (std::size_t c = 0; c < count; ++c) {
      spread[c] += p * std::fabs(value[c] - row_.centre[c]);
      grown[c] += (p + row_.exponential[j]) * std::fabs(value[c]);
    }
  }
  const bool last = arithmetic.form == Form::normalise_last;
  Roundings common{gamma_factor(n_ - 1 + weights.rescalings, u_), 0,
                   gamma_factor(arithmetic.form == Form::any_order ? 3 : 2, u_)};
  if (arithmetic.form == Form::stored_lse)
    common.kap = (1 + common.kap) * std::exp(std::min(common_error(arithmetic, weights, common.xi), 700.0)) - 1;
  const RowCertificates row = arithmetic.certificates ? certify_row(row_, problem_.dtype) : RowCertificates{};
  const std::vector<double> certain = arithmetic.certificates ? one_hot(arithmetic, weights) : std::vector<double>();
  for (std::size_t c = 0; c < count; ++c) {
    Roundings r = common;
    r.zed = gamma_factor(columns_.nonzero[c] + (last ? 0 : 3) + weights.rescalings, u_);
    if (arithmetic.certificates)
      r = certified_roundings(r, row, certify_column(problem_, row_, static_cast<Index>(c)), columns_.nonzero[c], n_,
                              weights.rescalings, u_);
    const double output = std::fabs(row_.centre[c]) + row_.radius[c];
    const double moved = smaller((spread[c] + change * row_.radius[c]) / weights.least_sum, columns_.hull[c]);
    const double size = smaller(grown[c] / weights.least_sum, columns_.size[c]);
    const double sums = (r.xi * (output + moved) + r.zed * (size + output + moved) / 2) / (1 - r.xi);
    double b = (1 + r.kap) * (moved + sums + underflow(arithmetic, weights, c)) + r.kap * output;
    b *= 1 + 8 * (n_ + weights.rescalings) * u_;
    if (arithmetic.form == Form::running_mean && n_ > 1)
      b += 8 * u_ * (columns_.size[c] + size) + 2 * n_ * units(arithmetic).lambda * columns_.size[c];
    if (!certain.empty()) b = std::min(b, certain[c]);
    b *= 1 + 4 * (n_ + d_) * 0x1p-53 + 1e-12;
    bound[c] = r.xi < 1 && std::isfinite(b) ? b : INFINITY;
  }
  return bound;
}

}  // namespace attncheck
