// The logit and weight half of the bound: E_j, F_j and T of docs/error-bounds.md.
#include <algorithm>
#include <cmath>

#include "reference/certificates.h"
#include "reference/error_bound.h"
#include "reference/records.h"

namespace attncheck {

double ErrorBound::sum_roundoff(const Arithmetic& arithmetic) const { return arithmetic.truncates ? 2 * u_ : u_; }

// What grows with the distance x in the error of exp(-x). The rescalings of one key are exps of distances that add up
// to its whole distance from the maximum.
double ErrorBound::slope_error(const Arithmetic& arithmetic, double distance) const {
  if (arithmetic.exp_slope == 0) return 0;
  const double rest = 1 - (arithmetic.exp_error + arithmetic.exp_slope * distance) * u_;
  return rest > 0 ? arithmetic.exp_slope * u_ * distance / rest : INFINITY;
}

// Are all logits numbers of the type they are stored in? Asked where they are exact in the dtype.
bool ErrorBound::logits_are_kept(const Arithmetic& arithmetic) const {
  return std::ranges::all_of(row_.logit, [&](double s) { return round_to(arithmetic.logits, s) == s; });
}

// Prescaling multiplies a rounded factor into every channel, unless the factor is a power of two.
bool ErrorBound::dots_are_exact(const Arithmetic& arithmetic) const {
  if (arithmetic.transformed) return false;
  return !arithmetic.prescaled || (row_.scale_exact && !arithmetic.fused_exp2);
}

// All that dot_error looks at; few kinds of many arithmetics.
std::size_t ErrorBound::kind_of_dots(const Arithmetic& arithmetic) const {
  const bool exact_products = 2 * info(arithmetic.inputs).precision <= info(problem_.dtype).precision;
  return (arithmetic.prescaled ? 1U : 0U) + (arithmetic.flushes ? 2U : 0U) + (arithmetic.fused_exp2 ? 4U : 0U) +
         (arithmetic.transformed ? 8U : 0U) + (arithmetic.truncates ? 16U : 0U) +
         (arithmetic.inputs != Storage::own && exact_products ? 32U : 0U);
}

const std::vector<double>& ErrorBound::dot_errors(const Arithmetic& arithmetic) {
  std::vector<double>& errors = dots_[kind_of_dots(arithmetic)];
  if (errors.empty())
    for (std::size_t j = 0; j < row_.logit.size(); ++j) errors.push_back(dot_error(arithmetic, j));
  return errors;
}

double ErrorBound::dot_error(const Arithmetic& arithmetic, std::size_t j) const {
  const double c = arithmetic.transformed ? std::max(reach_, row_.magnitude[j]) : row_.magnitude[j];
  if (c == 0) return 0;
  const Units unit = units(arithmetic);
  // operands may lose eta too, when they are prescaled or flushed
  const bool may_lose = arithmetic.prescaled || arithmetic.flushes || arithmetic.transformed;
  const double longest = arithmetic.transformed ? 2 * longest_ : row_.key_size[j];
  const double operands = may_lose ? longest + row_.query_norm : 0;
  const double lost = unit.count * d_ * unit.eta * (1 + operands);
  const bool untouched = dots_are_exact(arithmetic);
  if (untouched && row_.dot_exact[j] != 0) return lost;
  const double u = sum_roundoff(arithmetic);
  const bool exact_products = untouched && arithmetic.inputs != Storage::own &&
                              2 * info(arithmetic.inputs).precision <= info(problem_.dtype).precision;
  // a butterfly of log2(d) stages and its factor, or one subtraction, of each operand
  const double turned = arithmetic.transformed ? 2 * (std::ceil(std::log2(d_)) + 3) * u_ * c * 1.01 : 0;
  const double half = arithmetic.transformed ? c : (c + std::fabs(row_.logit[j]) + row_.logit_error[j]) / 2;
  const double summed = ((d_ - 1) * u * half + (exact_products ? 0 : u * c)) / (1 - (d_ + 1) * u);
  return lost + summed + turned + (untouched ? 0 : 2 * u_ * c * (1 + 2 * u_));
}

double ErrorBound::logit_error(const Arithmetic& arithmetic, std::size_t j, double of_dot) const {
  const double size = std::fabs(row_.logit[j]) + row_.logit_error[j] + (arithmetic.transformed ? reach_ : 0);
  const bool exact_scale = row_.scale_exact && !arithmetic.fused_exp2;
  double error = of_dot;
  if (!exact_scale) error += u_ * size + (arithmetic.fused_exp2 ? 5 : 3) * u_ * row_.gap[j];
  if (arithmetic.constant > 0) error += u_ * (size + arithmetic.constant);
  const StorageInfo& stored = info(arithmetic.logits);
  error += stored.unit_roundoff * (size + error) + stored.absolute_error;
  return error * (1 + 8 * u_);
}

// Roundings after the dot product keep the order of logits, so only the dot product's own can make a rise.
double ErrorBound::rescalings(const Arithmetic& arithmetic) {
  if (n_ <= 1 || arithmetic.rescales == Rescales::none) return 0;
  const std::size_t kind = kind_of_dots(arithmetic);
  if (!rises_[kind]) {
    std::vector<double> radius = dot_errors(arithmetic);
    for (std::size_t j = 0; j < radius.size(); ++j) radius[j] += row_.dot_exact[j] != 0 ? 0 : row_.logit_error[j];
    rises_[kind] = longest_rise(row_.logit, radius) - 1;
  }
  const double merges = arithmetic.rescales == Rescales::merged ? 2 * std::ceil(std::log2(n_)) : 0;
  const double tiles = arithmetic.tile > 0 ? std::ceil(n_ / arithmetic.tile) : n_ - 1;
  return std::min({n_ - 1, *rises_[kind] + merges, tiles});
}

// A part's log-sum-exp rounded and stored, and the weight exp(L_part - L) it is merged with.
double ErrorBound::split_error(double gap, double logit) const {
  const double size = std::max(std::fabs(row_.max_logit), std::fabs(logit));
  const double log_n = std::log(n_);
  return u_ * (size + log_n) + 3 * u_ * log_n + gamma_factor(n_, u_) + u_ * (gap + log_n);
}

double ErrorBound::weight_error(const Arithmetic& arithmetic, std::size_t j, double own, const Weights& weights) const {
  const double gap = row_.gap[j];
  const double moved = arithmetic.transformed ? reach_ : 0;
  const double logit = std::fabs(row_.logit[j]) + row_.logit_error[j] + moved;
  const double largest = std::fabs(row_.max_logit) + weights.logit_error + moved;
  const double exp = -std::log1p(-arithmetic.exp_error * u_);
  double distance = gap + arithmetic.slack;
  if (arithmetic.form == Form::stored_lse) distance += log_sum_ + 1e-3;
  const double apart = distance + own + weights.logit_error;
  // a part's log-sum-exp is up to log n above its largest logit, so the two exps of a merge go that much further
  const double merged = arithmetic.form == Form::split_merge ? std::log(n_) * (1 + 1e-3) : 0;
  double error = own + u_ * (apart + arithmetic.constant) + slope_error(arithmetic, apart + merged);
  if (arithmetic.fused_exp2) error += 2 * u_ * std::max(largest, logit);
  if (n_ > 1 || arithmetic.fused_exp2) error += (1 + weights.rescalings) * exp;
  error += weights.rescalings * sum_roundoff(arithmetic);
  if (arithmetic.sums_stored_weights) error -= std::log1p(-info(arithmetic.weights).unit_roundoff);
  if (arithmetic.form == Form::split_merge) error += split_error(gap, logit) + exp;
  return error * (1 + 8 * u_);
}

ErrorBound::Weights ErrorBound::weights(const Arithmetic& arithmetic) {
  const std::size_t n = row_.logit.size();
  const bool exact =
      arithmetic.certificates && logits_are_kept(arithmetic) && certify_row(row_, problem_.dtype).subtraction_exact;
  Weights weights;
  weights.rescalings = rescalings(arithmetic);
  const std::vector<double>& dots = dot_errors(arithmetic);
  std::vector<double> own(n);
  for (std::size_t j = 0; j < n; ++j) own[j] = logit_error(arithmetic, j, dots[j]);
  weights.logit_error = *std::max_element(own.begin(), own.end());
  weights.error.resize(n);
  weights.growth.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    double error = weight_error(arithmetic, j, own[j], weights);
    if (exact) {  // what is left is exp itself, and exp(0) = 1
      const double exp =
          (-std::log1p(-arithmetic.exp_error * u_) + slope_error(arithmetic, row_.gap[j])) * (1 + 8 * u_);
      const double stored = arithmetic.sums_stored_weights ? -std::log1p(-info(arithmetic.weights).unit_roundoff) : 0;
      const bool top = row_.logit[j] == row_.max_logit;
      const double rescaled = weights.rescalings * (exp + sum_roundoff(arithmetic));
      error = (top ? 0 : exp + rescaled + stored) + units(arithmetic).eta;
    }
    weights.error[j] = error;
    const double total = error + row_.weight_error[j];
    weights.growth[j] = std::expm1(std::min(total, 700.0));
    if (row_.exponential[j] > RowStats::negligible) weights.least_sum += row_.exponential[j] * std::exp(-total);
  }
  return weights;
}

}  // namespace attncheck
