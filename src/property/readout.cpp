#include "attncheck/readout.h"

#include <cmath>
#include <limits>

namespace attncheck {
namespace {

constexpr double unreadable = std::numeric_limits<double>::infinity();

/// |log(observed) - log(true)| of a correct subject whose weight may be off by `bound`.
double log_radius(double weight, double bound) { return bound < weight ? -std::log1p(-bound / weight) : unreadable; }

/// Our own rounding in a log: the log itself within one unit, the weight within its enclosure.
double log_rounding(double log_weight) { return 4 * 0x1p-53 * (1 + std::abs(log_weight)); }

/// sum_k |q_ik k_jk|, from which the rounding of a logit in float64 is bounded.
double absolute_product(const Problem& problem, Index i, Index j) {
  double sum = 0;
  for (Index k = 0; k < problem.shape.head_dim; ++k) sum += std::abs(problem.query(i, k) * problem.key(j, k));
  return sum;
}

/// Sums of a least-squares fit of log weights on query.key, with an intercept a row.
struct Fit {
  double xy = 0;
  double xx = 0;
  double rounding = 0;            // of xy, from float64 arithmetic and the logits' own rounding
  std::vector<double> reachable;  // [member] sum |x| radius
};

void add_row(Fit& fit, Check& check, const Problem& problem, const Tensor& output, Index i) {
  const LogitRow row = read_logits(check, problem, output, i);
  const std::vector<double>& logits = row.logits;
  const double root = std::sqrt(static_cast<double>(problem.shape.head_dim));
  const auto keys = static_cast<double>(logits.size());
  double mean = 0;
  for (const double logit : logits) mean += logit * root / keys;
  for (std::size_t j = 0; j < logits.size(); ++j) {
    const double x = logits[j] * root - mean;
    const double x_rounding =
        (keys + 8) * 0x1p-52 * (absolute_product(problem, i, static_cast<Index>(j)) + std::abs(mean));
    fit.xy += x * row.read[j];
    fit.xx += x * x;
    fit.rounding +=
        (keys + 8) * 0x1p-52 * std::abs(x * row.read[j]) + x_rounding * (std::abs(row.read[j]) + 2 * std::abs(x));
    for (std::size_t member = 0; member < fit.reachable.size(); ++member)
      fit.reachable[member] += std::abs(x) * row.radius[member][j];
  }
}

}  // namespace

LogitRow read_logits(Check& check, const Problem& problem, const Tensor& output, Index i) {
  const RowAnswer answer = check.answer(problem, i);
  const double least = info(problem.dtype).smallest_subnormal;
  LogitRow row;
  row.logits = answer.logits;
  row.radius.assign(answer.bound.size(), {});
  for (std::size_t j = 0; j < answer.weights.size(); ++j) {
    const double observed = output(i, static_cast<Index>(j));
    row.read.push_back(std::log(observed > 0 ? observed : least));
    row.truth.push_back(std::log(std::max(answer.weights[j], least)));
    for (std::size_t member = 0; member < answer.bound.size(); ++member)
      row.radius[member].push_back(log_radius(answer.weights[j], answer.bound[member][j] + answer.radius[j]) +
                                   log_rounding(row.truth.back()));
  }
  return row;
}

ScaleReading read_scale(Check& check, const Problem& problem, const Tensor& output) {
  Fit fit;
  fit.reachable.assign(static_cast<std::size_t>(check.profile().size()), 0.0);
  for (Index i = 0; i < problem.shape.tokens; ++i)
    if (problem.visible_keys(i) > 1) add_row(fit, check, problem, output, i);
  ScaleReading reading;
  reading.expected = 1.0 / std::sqrt(static_cast<double>(problem.shape.head_dim));
  if (!(fit.xx > 0) || !std::isfinite(fit.xy)) return reading;
  reading.readable = true;
  reading.scale = fit.xy / fit.xx;
  for (const double reachable : fit.reachable)
    reading.allowed.push_back((reachable + fit.rounding) / fit.xx + 4 * 0x1p-53 * reading.expected);
  return reading;
}

RowSum row_sum(std::span<const double> row) {
  long double sum = 0;
  long double absolute = 0;
  for (const double element : row) {
    sum += element;
    absolute += std::abs(element);
  }
  const auto rounding = static_cast<double>(absolute * static_cast<long double>(row.size() + 1) * 0x1p-63L);
  return {static_cast<double>(sum), rounding + 0x1p-52 * std::abs(static_cast<double>(sum))};
}

}  // namespace attncheck
