#include <algorithm>
#include <bit>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>

#include "attncheck/random.h"
#include "attncheck/readout.h"

namespace attncheck {
namespace {

/// Entry of the Sylvester Hadamard matrix.
double hadamard(Index row, Index column) {
  return (std::popcount(static_cast<std::uint64_t>(row & column)) & 1) != 0 ? -1.0 : 1.0;
}

/// Gram-Schmidt on the first `rows` rows; each gets squared length `length`. Twice, so that float64 orthogonality is
/// exact enough for the widening in variance_law.
void orthogonalise(Tensor& rows, Index count, double length) {
  for (Index i = 0; i < count; ++i) {
    for (int pass = 0; pass < 2; ++pass)
      for (Index other = 0; other < i; ++other) {
        double dot = 0;
        for (Index k = 0; k < rows.cols(); ++k) dot += rows(i, k) * rows(other, k);
        for (Index k = 0; k < rows.cols(); ++k) rows(i, k) -= dot / length * rows(other, k);
      }
    double norm = 0;
    for (const double element : rows.row(i)) norm += element * element;
    for (double& element : rows.row(i)) element *= std::sqrt(length / norm);
  }
}

Index independent_rows(const Shape& shape) { return std::min(shape.tokens, shape.head_dim); }

/// The squared length of the centred logits of one row lies in [low^2, high^2] for member m.
struct RowLength {
  double read = 0;
  double low = 0;
  double high = 0;
};

double centred_length(const std::vector<double>& row) {
  double mean = 0;
  for (const double element : row) mean += element / static_cast<double>(row.size());
  double sum = 0;
  for (const double element : row) sum += (element - mean) * (element - mean);
  return std::sqrt(sum);
}

/// Moving every logit by at most its radius moves the length by at most the length of the radii. A weight that cannot
/// be read only bounds its logit from above; as long as that is below the mean, lower logits only lengthen the row.
RowLength row_length(const LogitRow& row, std::size_t member) {
  RowLength length;
  length.read = centred_length(row.read);
  double radii = 0;
  bool unreadable = false;
  for (const double radius : row.radius[member]) {
    if (std::isfinite(radius)) radii += radius * radius;
    unreadable = unreadable || !std::isfinite(radius);
  }
  length.low = unreadable ? 0.0 : std::max(0.0, length.read - std::sqrt(radii));
  length.high = unreadable ? std::numeric_limits<double>::infinity() : length.read + std::sqrt(radii);
  return length;
}

double logit(const Problem& problem, Index i, Index j) {
  double dot = 0;
  for (Index k = 0; k < problem.shape.head_dim; ++k) dot += problem.query(i, k) * problem.key(j, k);
  return dot / std::sqrt(static_cast<double>(problem.shape.head_dim));
}

/// The length of all differences between the logits of two problems in the first `rows` rows: by at most that the
/// length of their centred logits differs. Zero when the problems hold the same numbers.
double moved_logits(const Problem& one, const Problem& other, Index rows) {
  if (std::ranges::equal(one.query.elements(), other.query.elements()) &&
      std::ranges::equal(one.key.elements(), other.key.elements()))
    return 0;
  constexpr double own_rounding = 0x1p-40;  // of a dot product of some hundred normals
  double squares = 0;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < one.shape.tokens; ++j) {
      const double moved = std::abs(logit(one, i, j) - logit(other, i, j)) + own_rounding;
      squares += moved * moved;
    }
  return std::sqrt(squares);
}

}  // namespace

Problem variance_problem(Index tokens, Index head_dim, DType dtype, std::uint64_t seed) {
  Problem problem = make_problem({tokens, head_dim, tokens}, dtype, false);
  problem.family = "orthogonal queries, normal keys";
  Random random(seed);
  const Index rows = independent_rows(problem.shape);
  if (std::has_single_bit(static_cast<std::uint64_t>(head_dim))) {
    for (Index i = 0; i < tokens; ++i)
      for (Index k = 0; k < head_dim; ++k) problem.query(i, k) = hadamard(i % head_dim, k);
  } else {
    fill_normal(problem.query, random, DType::float64);
    orthogonalise(problem.query, rows, static_cast<double>(head_dim));
    for (Index i = rows; i < tokens; ++i) std::ranges::copy(problem.query.row(i % rows), problem.query.row(i).begin());
  }
  fill_normal(problem.key, random, dtype);
  for (Index i = 0; i < tokens; ++i) problem.value(i, i) = 1.0;
  round_to_dtype(problem);
  return problem;
}

VarianceReading read_variance(Check& check, const Problem& problem, const Tensor& output) {
  const auto members = static_cast<std::size_t>(check.profile().size());
  const Index rows = independent_rows(problem.shape);
  VarianceReading reading;
  reading.freedom = rows * (problem.shape.tokens - 1);
  reading.low.assign(members, 0.0);
  reading.high.assign(members, 0.0);
  const auto freedom = static_cast<double>(reading.freedom);
  for (Index i = 0; i < rows; ++i) {
    const LogitRow row = read_logits(check, problem, output, i);
    const auto observed = output.row(i);
    reading.readable = reading.readable && std::ranges::all_of(observed, [](double w) { return w > 0; });
    for (std::size_t member = 0; member < members; ++member) {
      const RowLength length = row_length(row, member);
      reading.low[member] += length.low * length.low / freedom;
      reading.high[member] += length.high * length.high / freedom;
      if (member == 0) reading.variance += length.read * length.read / freedom;
    }
  }
  return reading;
}

VarianceReading read_variance(Check& check, const Problem& problem, const Tensor& output, const Problem& exact) {
  VarianceReading reading = read_variance(check, problem, output);
  const double length = moved_logits(exact, problem, independent_rows(problem.shape));
  if (length == 0) return reading;
  const double moved = length / std::sqrt(static_cast<double>(reading.freedom));
  const auto square = [](double x) { return x * x; };
  for (double& low : reading.low) low = square(std::max(0.0, std::sqrt(low) - moved));
  for (double& high : reading.high) high = square(std::sqrt(high) + moved);
  return reading;
}

Law variance_law(Index freedom, double false_alarm) {
  // Queries and keys are rounded to the dtype, so the rows are orthogonal and of length head_dim only to about
  // head_dim * 2^-23: the sum of squares is a weighted chi-squared whose weights lie in 1 -+ widening.
  constexpr double widening = 0x1p-12;
  const boost::math::chi_squared law(static_cast<double>(freedom));
  const double low = boost::math::quantile(law, false_alarm / 2);
  const double high = boost::math::quantile(boost::math::complement(law, false_alarm / 2));
  const auto degrees = static_cast<double>(freedom);
  return {low / degrees * (1 - widening), high / degrees * (1 + widening)};
}

double growth_exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double mean_x = 0;
  double mean_y = 0;
  const auto count = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / count;
    mean_y += std::log(y[i]) / count;
  }
  double xy = 0;
  double xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (std::log(x[i]) - mean_x) * (std::log(y[i]) - mean_y);
    xx += (std::log(x[i]) - mean_x) * (std::log(x[i]) - mean_x);
  }
  return xx > 0 ? xy / xx : 0.0;
}

}  // namespace attncheck
