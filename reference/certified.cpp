#include "reference/certified.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/lowest_bit.h"

namespace attncheck {
namespace {

constexpr double u = 0x1p-53;
constexpr double margin = 1 + 1e-10;  // covers the float64 roundings of the few operations that make a radius

int lowest_bit_of(std::span<const double> numbers) {
  int least = no_bit;
  for (const double x : numbers) least = std::min(least, lowest_bit(x));
  return least;
}

std::size_t with_room(std::size_t n) { return (n + RowKernels::lanes - 1) / RowKernels::lanes * RowKernels::lanes; }

double largest_distance(const Problem& problem, const RowStats& row, std::size_t column) {
  double largest = 0;
  for (Index j = 0; j < row.keys; ++j)
    largest = std::max(largest, std::fabs(problem.value(j, static_cast<Index>(column)) - row.centre[column]));
  return largest;
}

}  // namespace

void CertifiedTier::start(const Problem& problem) {
  if (problem.dtype != DType::float32) throw std::logic_error("the fast tier answers float32 problems only");
  problem_ = &problem;
  const auto tokens = static_cast<std::size_t>(problem.shape.tokens);
  const auto d = static_cast<std::size_t>(problem.shape.head_dim);
  stride_ = with_room(tokens);
  keys_.assign(d * stride_, 0.0);
  key_size_.resize(tokens);
  key_norm_.resize(tokens);
  key_bit_.resize(tokens);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto key = problem.key.row(static_cast<Index>(j));
    for (std::size_t k = 0; k < d; ++k) keys_[k * stride_ + j] = key[k];
    key_size_[j] = largest_size(key);
    key_norm_[j] = norm(key, key_size_[j]);
    key_bit_[j] = lowest_bit_of(key);
  }
  in_range_ = cannot_overflow(problem);
  zeros_.assign(static_cast<std::size_t>(problem.shape.value_dim), 0.0);
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    const auto value = problem.value.row(j);
    for (std::size_t c = 0; c < zeros_.size(); ++c) zeros_[c] += value[c] == 0 ? 1 : 0;
  }
}

// As measure_row; dot products come from the kernel, and the common grid of their products from one bit of each operand
// where that is enough to tell.
void CertifiedTier::measure(Index i, RowStats& row) const {
  const auto n = static_cast<std::size_t>(problem_->visible_keys(i));
  const auto query = problem_->query.row(i);
  measure_query(row, *problem_, i);
  for (auto* numbers : {&row.logit, &row.magnitude, &row.exponential}) numbers->resize(with_room(n));
  kernels_.dots(query.data(), keys_.data(), stride_, query.size(), n, row.logit.data(), row.magnitude.data());
  for (auto* numbers : {&row.logit, &row.magnitude}) numbers->resize(n);
  row.key_size.assign(key_size_.begin(), key_size_.begin() + static_cast<std::ptrdiff_t>(n));
  row.key_norm.assign(key_norm_.begin(), key_norm_.begin() + static_cast<std::ptrdiff_t>(n));
  row.dot_exact.resize(n);
  row.grid.resize(n);
  const int bit = lowest_bit_of(query);
  for (std::size_t j = 0; j < n; ++j) {
    const DotGrid found =
        dot_grid(query, problem_->key.row(static_cast<Index>(j)), bit + key_bit_[j], row.magnitude[j], problem_->dtype);
    row.dot_exact[j] = found.exact ? 1 : 0;
    row.grid[j] = found.grid;
  }
}

void CertifiedTier::row(Index i, RowStats& row) {
  measure(i, row);
  const std::size_t n = row.logit.size();
  row.may_overflow = !in_range_ && may_overflow(row, *problem_, i);
  const double d = static_cast<double>(row.head_dim), root = std::sqrt(d);
  const double most = (1 + (d + 4) * u) / root * margin;
  row.max_logit = -INFINITY;
  for (std::size_t j = 0; j < n; ++j) {
    row.logit[j] /= root;
    row.magnitude[j] *= most;
    row.max_logit = std::max(row.max_logit, row.logit[j]);
  }
  row.logit.resize(with_room(n), 0.0);
  row.sum = kernels_.exponentials(row.logit.data(), row.max_logit, RowStats::negligible, n, row.exponential.data());
  row.logit.resize(n);
  row.exponential.resize(n);
  set_errors(row, u);
  set_gaps(row);
  set_outputs(row);
}

// The radius is that of set_radius, with the sums taken by the kernel.
void CertifiedTier::set_outputs(RowStats& row) {
  const std::size_t n = row.logit.size(), columns = zeros_.size();
  tightest_weights(row, info(problem_->dtype).unit_roundoff, tightest_);
  double change = 0, least = 0;
  change_.resize(n);
  for (std::size_t j = 0; j < n; ++j) {
    const double e = row.exponential[j], x = row.weight_error[j];
    const bool small = e <= RowStats::negligible;
    const double growth = x < 1 ? x + x * x : std::expm1(std::min(x, 700.0));  // at least exp(x) - 1
    change_[j] = e * (small ? std::max(1.0, growth) : growth);
    change += change_[j];
    if (!small) least += e / (1 + growth);
  }
  for (auto* numbers : {&row.centre, &spread_, &tightest_spread_, &size_}) numbers->resize(columns);
  row.radius.resize(columns);
  row.tightest.resize(columns);
  const double* values = problem_->value.elements().data();
  kernels_.weighted_sum(row.exponential.data(), values, n, columns, row.centre.data());
  for (double& centre : row.centre) centre /= row.sum;
  kernels_.spreads(change_.data(), tightest_.change.data(), row.exponential.data(), values, row.centre.data(), n,
                   columns, spread_.data(), tightest_spread_.data(), size_.data());
  for (std::size_t c = 0; c < columns; ++c) set_column(row, c, change, least);
}

// A change of the output is also at most the largest distance to a value; that matters only where weights may change by
// more than themselves, and for a single key, whose value is the output.
void CertifiedTier::set_column(RowStats& row, std::size_t c, double change, double least) const {
  const double n = static_cast<double>(row.keys);
  const bool hull_matters = row.keys == 1 || !(change < least && tightest_.total < tightest_.least);
  const double hull = hull_matters ? largest_distance(*problem_, row, c) : INFINITY;
  const double sums = gamma_factor(2 * n + 2, u) * size_[c] / row.sum + 2 * n * 0x1p-1074;
  const double radius = (spread_[c] + change * sums) / least + sums;
  row.radius[c] = (radius < hull ? radius : hull) * margin;
  row.tightest[c] = tightest_bound(row, info(problem_->dtype).unit_roundoff, tightest_, tightest_spread_[c], size_[c],
                                   std::max(0.0, n - zeros_[c]), hull, std::fabs(row.centre[c])) *
                    (1 - 0x1p-40);
}

RowStats certified_row(const Problem& problem, Index i, const RowKernels& kernels) {
  CertifiedTier tier(kernels);
  tier.start(problem);
  RowStats row;
  tier.row(i, row);
  return row;
}

}  // namespace attncheck
