#include "reference/certified.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/lowest_bit.h"

namespace attncheck {
namespace {

constexpr double u = 0x1p-53;
constexpr double margin = 1 + 1e-10;     // covers the float64 roundings of the few operations that make a radius
constexpr double small_error = 0x1p-30;  // of a weight: that of the tightest float32 arithmetic is then of order one
constexpr int coarsest_grid = -2 * 149;  // every product of two float32 numbers is a multiple of 2 to this

double largest_distance(const Problem& problem, const RowStats& row, std::size_t column) {
  double largest = 0;
  for (Index j = 0; j < row.keys; ++j)
    largest = std::max(largest, std::fabs(problem.value(j, static_cast<Index>(column)) - row.centre[column]));
  return largest;
}

// Squares of float32 numbers neither overflow nor vanish.
double norm_of(const Sizes& sizes, std::size_t count) {
  return std::isfinite(sizes.squares) ? std::sqrt(sizes.squares) * (1 + (static_cast<double>(count) + 8) * u)
                                      : INFINITY;
}

}  // namespace

void CertifiedTier::start(const Problem& problem) {
  if (problem.dtype != DType::float32) throw std::logic_error("the fast tier answers float32 problems only");
  problem_ = &problem;
  RowStats row;
  measure_query(row, problem, 0);
  scale_exact_ = row.scale_exact;
  start_keys();
  start_values();
  const auto query = problem.query.elements();
  const double key = *std::max_element(key_size_.begin(), key_size_.end());
  in_range_ = cannot_overflow(problem, kernels_.sizes(query.data(), query.size()).largest, key, value_size_);
}

void CertifiedTier::start_keys() {
  const auto tokens = static_cast<std::size_t>(problem_->shape.tokens);
  const auto d = static_cast<std::size_t>(problem_->shape.head_dim);
  lay_out_keys(problem_->key, keys_);
  key_size_.resize(tokens);
  key_norm_.resize(tokens);
  key_bit_.assign(with_room(tokens), 1.0);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto key = problem_->key.row(static_cast<Index>(j));
    const Sizes sizes = kernels_.sizes(key.data(), d);
    key_size_[j] = sizes.largest;
    key_norm_[j] = norm_of(sizes, d);
    key_bit_[j] = sizes.lowest_bit;
  }
}

void CertifiedTier::start_values() {
  const auto tokens = static_cast<std::size_t>(problem_->shape.tokens);
  const auto columns = static_cast<std::size_t>(problem_->shape.value_dim);
  const auto values = problem_->value.elements();
  const Sizes sizes = kernels_.sizes(values.data(), values.size());
  value_size_ = sizes.largest;
  columns_ = with_room(columns);
  zeros_.assign(columns_, 0.0);
  lay_out_values(problem_->value, values_);
  zed_.clear();
  for (std::size_t j = 0; j < tokens && sizes.zeros > 0; ++j)
    for (std::size_t c = 0; c < columns; ++c) zeros_[c] += values_[j * columns_ + c] == 0 ? 1 : 0;
}

// As measure_row; dot products come from the kernel, in room for whole registers.
void CertifiedTier::measure(Index i, RowStats& row) {
  const auto n = static_cast<std::size_t>(problem_->visible_keys(i));
  const auto query = problem_->query.row(i);
  const Sizes sizes = kernels_.sizes(query.data(), query.size());
  row.index = i;
  row.keys = static_cast<Index>(n);
  row.head_dim = problem_->shape.head_dim;
  row.scale_exact = scale_exact_;
  row.query_size = sizes.largest;
  row.query_norm = norm_of(sizes, query.size());
  for (auto* numbers : {&row.logit, &row.magnitude, &row.exponential, &row.logit_error, &row.weight_error, &row.gap,
                        &inexact_, &tightest_.change})
    numbers->resize(with_room(n));
  kernels_.dots(query.data(), keys_.data(), query.size(), n, row.logit.data(), row.magnitude.data());
  row.key_size.assign(key_size_.begin(), key_size_.begin() + static_cast<std::ptrdiff_t>(n));
  row.key_norm.assign(key_norm_.begin(), key_norm_.begin() + static_cast<std::ptrdiff_t>(n));
  find_grids(row, sizes.lowest_bit);
}

// The common grid of the products of a key from one bit of each operand, or one product off the grid that is needed,
// is mostly enough to tell; where it is not, all products are looked at.
void CertifiedTier::find_grids(RowStats& row, double query_bit) {
  const auto n = static_cast<std::size_t>(row.keys);
  const auto query = problem_->query.row(row.index);
  const DTypeInfo& type = info(problem_->dtype);
  std::size_t k = 0;
  while (k + 1 < query.size() && query[k] == 0) ++k;
  const bool none =
      kernels_.grids(query_bit, key_bit_.data(), kernels_.sizes(&query[k], 1).lowest_bit,
                     keys_.data() + k * RowKernels::block, query.size() * RowKernels::block, row.magnitude.data(),
                     1 / type.unit_roundoff, type.smallest_subnormal, n, inexact_.data());
  row.dot_exact.assign(n, 0);
  row.grid.assign(n, coarsest_grid);
  for (std::size_t j = 0; j < n && !none; ++j) {
    if (inexact_[j] == 1) continue;
    const double bit = query_bit * key_bit_[j];
    DotGrid found{true, std::isfinite(bit) ? lowest_bit(bit) : no_bit};
    if (inexact_[j] != 0)
      found =
          dot_grid(query, problem_->key.row(static_cast<Index>(j)), coarsest_grid, row.magnitude[j], problem_->dtype);
    inexact_[j] = found.exact ? 0 : 1;
    if (!found.exact) continue;
    row.dot_exact[j] = 1;
    row.grid[j] = found.grid;
  }
}

void CertifiedTier::row(Index i, RowStats& row) {
  measure(i, row);
  const auto n = static_cast<std::size_t>(row.keys);
  row.may_overflow = !in_range_ && may_overflow(row, *problem_, i);
  const double d = static_cast<double>(row.head_dim), root = std::sqrt(d);
  row.max_logit = kernels_.scale(row.logit.data(), row.magnitude.data(), root, (1 + (d + 4) * u) / root * margin, n);
  row.sum = kernels_.exponentials(row.logit.data(), row.max_logit, RowStats::negligible, n, row.exponential.data());
  ErrorSteps steps = tightest_steps(row, info(problem_->dtype).unit_roundoff);
  steps.tier_dot = (d + 1) * u;  // as set_errors
  steps.tier_quotient = row.scale_exact ? 0 : 2 * u;
  steps.tier_unit = u;
  const ErrorSums sums =
      kernels_.errors(steps,
                      {row.logit.data(), row.magnitude.data(), inexact_.data(), row.exponential.data(),
                       row.logit_error.data(), row.weight_error.data(), row.gap.data(), tightest_.change.data()},
                      n);
  tightest_.total = sums.change;
  tightest_.least = sums.least;
  for (auto* numbers : {&row.logit, &row.magnitude, &row.exponential, &row.logit_error, &row.weight_error, &row.gap})
    numbers->resize(n);
  set_outputs(row, sums.worst_weight_error);
}

void CertifiedTier::set_outputs(RowStats& row, double worst_weight_error) {
  const auto n = static_cast<std::size_t>(row.keys);
  for (auto* numbers : {&row.centre, &row.radius, &row.tightest, &spread_, &size_}) numbers->resize(columns_);
  kernels_.average(row.exponential.data(), row.sum, values_.data(), n, columns_, row.centre.data(), size_.data());
  kernels_.spreads(tightest_.change.data(), values_.data(), row.centre.data(), n, columns_, spread_.data());
  BoundSteps steps{};
  const double* tier_spread =
      worst_weight_error < small_error ? set_radius_steps(row, steps) : set_large_radius_steps(row, steps);
  const double count = static_cast<double>(n);
  const double least = 1 / steps.per_least;
  steps.rounding = gamma_factor(2 * count + 2, u) / row.sum;
  steps.lost = 2 * count * 0x1p-1022;  // above 2^-1074, and no subnormal number to compute with
  set_tightest_bound(steps, row, info(problem_->dtype), tightest_);
  steps.roundings *= 1 - 0x1p-40;
  set_column_facts(row, !(steps.change < least && tightest_.total < tightest_.least));
  kernels_.bounds(steps, {spread_.data(), tier_spread, size_.data(), zed_.data(), hull_.data(), row.centre.data()},
                  columns_, row.radius.data(), row.tightest.data());
  for (auto* numbers : {&row.centre, &row.radius, &row.tightest})
    numbers->resize(static_cast<std::size_t>(problem_->shape.value_dim));
}

// Radius and bound are at most the largest distance to a value; that matters only where weights may change by more than
// themselves, and for a single key, whose value is the output.
void CertifiedTier::set_column_facts(const RowStats& row, bool weights_may_change) {
  const double unit = info(problem_->dtype).unit_roundoff, n = static_cast<double>(row.keys);
  if (zed_.empty() || zed_keys_ != row.keys) {
    zed_keys_ = row.keys;
    zed_.assign(columns_, gamma_factor(n, unit));
    for (std::size_t c = 0; c < columns_; ++c)
      if (zeros_[c] > 0) zed_[c] = gamma_factor(std::max(0.0, n - zeros_[c]), unit);
  }
  hull_.assign(columns_, INFINITY);
  if (!weights_may_change && row.keys > 1) return;
  for (std::size_t c = 0; c < static_cast<std::size_t>(problem_->shape.value_dim); ++c)
    hull_[c] = largest_distance(*problem_, row, c);
}

// What the tier's own errors change is at most 2^-28 of what those of the tightest float32 arithmetic do. With t =
// 2^-29 each step of weight_error is at most 2 t times one of x (tightest.cpp):
//   (d+1) u c beside (d+1) (2^-24) c / 2, 2 u |s| beside 2^-24 |s|, u z beside 2^-24 gap, 4 u beside 8 (2^-24).
// So w <= 2^-28 x, and exp(w) - 1 <= w + w^2 <= 2^-28 (x + x^2/2). Exponentials that were raised to `negligible` may
// change by three times themselves.
const double* CertifiedTier::set_radius_steps(const RowStats& row, BoundSteps& steps) const {
  constexpr double part = 0x1p-28 * (1 + 1e-9);
  const double n = static_cast<double>(row.keys), raised = 3 * n * RowStats::negligible;
  steps.change = part * tightest_.total + raised;
  steps.per_least = 1 / std::max(0.0, row.sum * (1 - (n + 8) * u) - steps.change - raised);
  steps.radius_factor = part;
  steps.radius_added = 3 * raised * value_size_;  // a distance to the output is at most two values, and a rounding
  return spread_.data();
}

const double* CertifiedTier::set_large_radius_steps(const RowStats& row, BoundSteps& steps) {
  double least = 0;
  change_.resize(row.exponential.size());
  for (std::size_t j = 0; j < change_.size(); ++j) {
    const double e = row.exponential[j];
    const bool small = e <= RowStats::negligible;
    const double growth = std::expm1(std::min(row.weight_error[j], 700.0));
    change_[j] = e * (small ? std::max(1.0, growth) : growth);
    steps.change += change_[j];
    if (!small) least += e / (1 + growth);
  }
  steps.per_least = 1 / least;
  steps.radius_factor = 1;
  large_spread_.resize(columns_);
  kernels_.spreads(change_.data(), values_.data(), row.centre.data(), change_.size(), columns_, large_spread_.data());
  return large_spread_.data();
}

RowStats certified_row(const Problem& problem, Index i, const RowKernels& kernels) {
  CertifiedTier tier(kernels);
  tier.start(problem);
  RowStats row;
  tier.row(i, row);
  return row;
}

}  // namespace attncheck
