#include "reference/error_bound.h"

#include <algorithm>
#include <cmath>

#include "reference/certificates.h"

namespace attncheck {
namespace {

double smaller(double x, double cap) { return x < cap ? x : cap; }  // the cap also for NaN

bool power_of_two(double n) {
  int exponent = 0;
  return std::frexp(n, &exponent) == 0.5;
}

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
  longest_ = *std::max_element(row.key_norm.begin(), row.key_norm.end());
  reach_ = 2 * row.query_norm * longest_ / std::sqrt(d_) * (1 + 0x1p-50);
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
  // One visible key: exp(0) is exact, and exp2 of the rounding of a shift is 1 to within a rounding.
  const double exp = n_ > 1 ? exp_shift(arithmetic, u_) : arithmetic.fused_exp2 ? u_ : 0;
  const double largest = std::fabs(row_.max_logit) + weights.logit_error;
  double error = u_ * (largest + log_sum_) + 3 * u_ * log_sum_ + sums + 2 * exp + 2 * u_ * weights.logit_error;
  error += slope_error(arithmetic, 2 * mean_gap_ + log_sum_);
  error += u_ * (mean_gap_ + log_sum_);
  if (arithmetic.sums_stored_weights)
    error += -std::log1p(-info(arithmetic.weights).unit_roundoff) + n_ * info(arithmetic.weights).absolute_error;
  if (n_ > 1 || arithmetic.fused_exp2) error += u_ * arithmetic.constant;
  if (arithmetic.fused_exp2) error += 2 * u_ * (largest + log_sum_) + u_ * mean_size_;
  return 1.01 * error;
}

// The computed sum of exponentials is at least this: an underflow unit grows by its inverse in the quotient.
double ErrorBound::kept_mass(const Arithmetic& arithmetic, const Weights& weights) const {
  const double slack = 0.99 * std::exp(-arithmetic.slack);
  // The computed shift may be above the largest logit by its error, and by its own rounding where exp2 is fused.
  double above = weights.logit_error;
  if (arithmetic.fused_exp2) above += 2 * u_ * (std::fabs(row_.max_logit) + weights.logit_error);
  double mass = weights.least_sum * std::exp(-above);
  if (!arithmetic.fused_exp2) mass = std::max(mass, slack);
  if (arithmetic.form == Form::any_order) mass = std::min(mass, slack);
  return mass;
}

ErrorBound::Loss ErrorBound::loss(const Arithmetic& arithmetic, const Weights& weights) const {
  const bool divided = arithmetic.form == Form::normalise_last || arithmetic.form == Form::any_order ||
                       arithmetic.form == Form::split_merge;
  return {units(arithmetic), info(arithmetic.weights).absolute_error, divided ? kept_mass(arithmetic, weights) : 1};
}

double ErrorBound::underflow(const Arithmetic& arithmetic, const Weights& weights, const Loss& loss,
                             std::size_t column) const {
  const Units& unit = loss.unit;
  const double output = std::fabs(row_.centre[column]) + row_.radius[column];
  const double sizes = columns_.distances[column] + n_ * output;  // sum_j |v_j|, at most
  const double lost = unit.lambda * columns_.distances[column] + unit.count * (n_ + weights.rescalings + 2) * unit.eta +
                      loss.stored * sizes;
  double total = lost / loss.kept_mass;
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
  const double lost = unit.lambda + info(arithmetic.weights).absolute_error;
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
  if (tie || arithmetic.truncates || !(rest < u_ / 4)) return std::vector<double>(count, INFINITY);
  for (std::size_t c = 0; c < count; ++c)
    terms[c] = 2.01 * terms[c] + (n_ + weights.rescalings + 2) * (2 * lost * columns_.size[c] + unit.eta) +
               2 * unit.eta + row_.radius[c];
  return terms;
}

ErrorBound::Sums ErrorBound::sums(const Weights& weights) const {
  const std::size_t count = columns_.size.size();
  Sums sums{std::vector<double>(count), std::vector<double>(count), 0};
  for (std::size_t j = 0; j < row_.logit.size(); ++j) {
    const double p = row_.exponential[j] * weights.growth[j];
    sums.change += p;
    const auto value = problem_.value.row(static_cast<Index>(j));
    for (std::size_t c = 0; c < count; ++c) {
      sums.spread[c] += p * std::fabs(value[c] - row_.centre[c]);
      sums.size[c] += (p + row_.exponential[j]) * std::fabs(value[c]);
    }
  }
  return sums;
}

ErrorBound::Roundings ErrorBound::roundings(const Arithmetic& arithmetic, const Weights& weights) const {
  Roundings r;
  r.xi = gamma_factor(n_ - 1 + weights.rescalings, sum_roundoff(arithmetic));
  // A stored log-sum-exp rounds its weights after the sum; a running mean's are bounded by themselves, in element.
  const bool seen_by_sum = arithmetic.sums_stored_weights && arithmetic.form != Form::stored_lse;
  const bool apart = arithmetic.form == Form::running_mean;
  r.stored = seen_by_sum || apart ? 0 : info(arithmetic.weights).unit_roundoff;
  r.kap = gamma_factor(arithmetic.form == Form::any_order ? 3 : 2, u_);
  if (arithmetic.form == Form::stored_lse)
    r.kap = (1 + r.kap) * std::exp(std::min(common_error(arithmetic, weights, r.xi), 700.0)) - 1;
  return r;
}

ErrorBound::Roundings ErrorBound::certified(const Arithmetic& arithmetic, Roundings r, const Weights& weights,
                                            std::size_t column) const {
  const RowCertificates row = certify_row(row_, problem_.dtype);
  const ColumnCertificates values = certify_column(problem_, row_, static_cast<Index>(column));
  const double products = values.powers_of_two ? 0 : 1;
  const bool first = arithmetic.form == Form::normalise_first;
  r.zed = gamma_factor(std::max(0.0, columns_.nonzero[column] - 1) + products + (first ? 3 : 0) + weights.rescalings,
                       sum_roundoff(arithmetic));
  // The mean of n numbers is a sum of weights 1/n when they are normalised first.
  if (!row.uniform || !logits_are_kept(arithmetic) || (first && !power_of_two(n_))) return r;
  r.xi = r.stored = 0;
  if (values.sum_exact) r.zed = 0;
  if (values.sum_exact && power_of_two(n_)) r.kap = 0;
  return r;
}

double ErrorBound::element(const Arithmetic& arithmetic, const Weights& weights, const Roundings& r, const Sums& sums,
                           const Loss& loss, std::size_t c) const {
  const double output = std::fabs(row_.centre[c]) + row_.radius[c];
  const double spread = sums.spread[c] + sums.change * row_.radius[c];
  const double moved = smaller(spread / weights.least_sum, columns_.hull[c]);
  const double size = smaller(sums.size[c] / weights.least_sum, columns_.size[c]);
  const double summed = (1 + r.stored) * r.zed * (size + output + moved) / 2 + r.stored * size;
  const double added = (r.xi * (output + moved) + summed) / (1 - r.xi);
  double bound = (1 + r.kap) * (moved + added + underflow(arithmetic, weights, loss, c)) + r.kap * output;
  bound *= 1 + 8 * (n_ + weights.rescalings) * sum_roundoff(arithmetic);
  if (arithmetic.form == Form::running_mean && n_ > 1) {
    // Key j moves the output by w_j (v_j - output so far), so its rounded share is wrong by that times the rounding.
    const StorageInfo& stored = info(arithmetic.weights);
    const double moves = smaller(columns_.size[c] + size, 2 * columns_.hull[c]) * (1 + 8 * n_ * u_);
    bound += 8 * u_ * (columns_.size[c] + size) + stored.unit_roundoff * moves +
             2 * n_ * (units(arithmetic).lambda + stored.absolute_error) * columns_.size[c];
  }
  return r.xi < 1 ? bound : INFINITY;
}

// Where the inputs are no numbers of the type they are stored in, the subject was asked something else.
bool ErrorBound::inputs_fit(const Arithmetic& arithmetic) const {
  if (arithmetic.inputs == Storage::own) return true;
  const auto fit = [&](std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [&](double x) { return round_to(arithmetic.inputs, x) == x; });
  };
  const auto seen = [&](const Tensor& tensor) {
    return tensor.elements().subspan(0, static_cast<std::size_t>(row_.keys * tensor.cols()));
  };
  return fit(problem_.query.row(row_.index)) && fit(seen(problem_.key)) && fit(seen(problem_.value));
}

// Something that is kept may be larger than the type it is kept in can hold.
bool ErrorBound::leaves_storage(const Arithmetic& arithmetic, const Weights& weights) const {
  const double room = info(problem_.dtype).largest / (std::sqrt(d_) * (1 + 1e-3));
  // A butterfly adds up to sqrt(head_dim) times the norm before its factor brings it down.
  if (arithmetic.transformed && !(std::max({reach_, row_.query_norm, 2 * longest_}) < room)) return true;
  double shift = 0;  // the largest size a running maximum may have
  for (const double s : row_.logit) shift = std::max(shift, std::fabs(s) + weights.logit_error);
  // The range of a row leaves room for exponentials of up to e^8; a rounded shift may make them larger.
  if (arithmetic.fused_exp2 && !(2 * u_ * shift < 8)) return true;
  const double most = *std::max_element(row_.magnitude.begin(), row_.magnitude.end()) + weights.logit_error;
  return !(most * std::sqrt(d_) * (1 + 1e-3) < info(arithmetic.logits).largest);
}

// The last step: the output rounded to the type it is stored in, and the roundings of this computation.
double ErrorBound::finished(const Arithmetic& arithmetic, double bound, std::size_t column) const {
  const StorageInfo& stored = info(arithmetic.output);
  const double largest = std::fabs(row_.centre[column]) + row_.radius[column] + bound;
  if (!(largest * (1 + 2 * stored.unit_roundoff) < std::min(stored.largest, info(problem_.dtype).largest)))
    return INFINITY;
  bound += stored.unit_roundoff * largest + stored.absolute_error;
  return bound * (1 + 4 * (n_ + d_) * 0x1p-53 + 1e-12);
}

std::vector<double> ErrorBound::of(const Arithmetic& arithmetic) {
  const Weights weights = this->weights(arithmetic);
  std::vector<double> bound(columns_.size.size(), INFINITY);
  if (!inputs_fit(arithmetic) || leaves_storage(arithmetic, weights)) return bound;
  const Sums sums = this->sums(weights);
  const Loss loss = this->loss(arithmetic, weights);
  Roundings common = roundings(arithmetic, weights);
  if (arithmetic.certificates) bound = one_hot(arithmetic, weights);
  for (std::size_t c = 0; c < bound.size(); ++c) {
    const double apart = arithmetic.form == Form::normalise_last ? 0 : 3;  // normalised before or beside the sum
    common.zed = gamma_factor(columns_.nonzero[c] + apart + weights.rescalings, sum_roundoff(arithmetic));
    const Roundings r = arithmetic.certificates ? certified(arithmetic, common, weights, c) : common;
    bound[c] = finished(arithmetic, smaller(element(arithmetic, weights, r, sums, loss, c), bound[c]), c);
  }
  return bound;
}

}  // namespace attncheck
