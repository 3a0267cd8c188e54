#include "attncheck/readout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

/// One weight as a point: x = query.key, y = its log, both centred within their row.
struct Point {
  double x = 0;
  double y = 0;
};

/// A least-squares fit of centred log weights on centred query.key.
struct Fit {
  std::vector<Point> points;
  double xy = 0;
  double xx = 0;
  double rounding = 0;            // of xy, from float64 arithmetic and the logits' own rounding
  std::vector<double> reachable;  // [member] sum |x| radius
  Index differences = 0;          // independent differences of logits that are not zero
  bool every_weight_is_positive = true;

  /// Sum of squares that the slope leaves unexplained.
  double misfit(double slope) const {
    double sum = 0;
    for (const Point& point : points) sum += (point.y - slope * point.x) * (point.y - slope * point.x);
    return sum;
  }
};

double mean_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

void add_row(Fit& fit, Check& check, const Problem& problem, const Tensor& output, Index i) {
  const LogitRow row = read_logits(check, problem, output, i);
  const double root = std::sqrt(static_cast<double>(problem.shape.head_dim));
  const double mean_x = mean_of(row.logits) * root;
  const double mean_y = mean_of(row.read);
  const double own = (static_cast<double>(row.logits.size()) + 8) * 0x1p-52;
  for (std::size_t j = 0; j < row.logits.size(); ++j) {
    const auto key = static_cast<Index>(j);
    fit.every_weight_is_positive = fit.every_weight_is_positive && output(i, key) > 0;
    const Point point{row.logits[j] * root - mean_x, row.read[j] - mean_y};
    const double x_rounding = own * (absolute_product(problem, i, key) + std::abs(mean_x));
    fit.points.push_back(point);
    if (j > 0 && row.logits[j] != row.logits[0]) ++fit.differences;
    fit.xy += point.x * point.y;
    fit.xx += point.x * point.x;
    fit.rounding += own * std::abs(point.x) * (std::abs(row.read[j]) + std::abs(mean_y)) +
                    x_rounding * (std::abs(point.y) + 2 * std::abs(point.x));
    for (std::size_t member = 0; member < fit.reachable.size(); ++member)
      fit.reachable[member] += std::abs(point.x) * (row.radius[member][j] + mean_of(row.radius[member]));
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
  if (!(fit.xx > 0) || !fit.every_weight_is_positive) return reading;
  reading.scale = fit.xy / fit.xx;
  for (const double reachable : fit.reachable)
    reading.allowed.push_back((reachable + fit.rounding) / fit.xx + 4 * 0x1p-53 * reading.expected);
  // Weights that no scale explains are not a matter of scale: a wrong scale leaves almost nothing unexplained. One row
  // of two keys fits any scale, so it takes two differences of logits to tell.
  reading.readable =
      fit.differences > 1 && (64 * fit.misfit(reading.scale) <= fit.misfit(reading.expected) ||
                              std::abs(reading.scale - reading.expected) <= *std::ranges::max_element(reading.allowed));
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
