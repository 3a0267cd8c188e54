#include "reference/row_stats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "reference/lowest_bit.h"

namespace attncheck {
namespace {

constexpr double margin = 1 + 1e-10;  // covers the float64 roundings of the few operations that make a radius

bool power_of_four(Index d) {
  return std::has_single_bit(static_cast<std::uint64_t>(d)) && std::countr_zero(static_cast<std::uint64_t>(d)) % 2 == 0;
}

// One key: sum of |products|, their common grid, and whether every order of summation is exact.
void measure_key(RowStats& row, const Problem& problem, std::span<const double> query, std::span<const double> key) {
  double magnitude = 0;
  for (std::size_t k = 0; k < query.size(); ++k) magnitude += std::fabs(query[k] * key[k]);
  const DotGrid found = dot_grid(query, key, -no_bit, magnitude, problem.dtype);
  row.dot_exact.push_back(found.exact ? 1 : 0);
  row.grid.push_back(found.grid);
  row.key_size.push_back(largest_size(key));
  row.key_norm.push_back(norm(key, row.key_size.back()));
  // sums of float64 subjects may lose products to underflow: 2^-1074 each
  const double d = static_cast<double>(query.size());
  const double raw = found.grid == no_bit ? 0 : magnitude * (1 + (d + 4) * 0x1p-53) + d * 0x1p-1074;
  row.magnitude.push_back(raw);
}

// What may be as large as the largest number of the dtype: operands and products with a scale or log2(e) folded in.
bool fits(double size, const Problem& problem) {
  const DTypeInfo& type = info(problem.dtype);
  const double d = static_cast<double>(problem.shape.head_dim);
  const double fold = std::max(1.0, std::numbers::log2e / std::sqrt(d)) * (1 + (d + 8) * type.unit_roundoff);
  return size * fold < type.largest;
}

// Unnormalised sums of values, whose shift is up to 8 below the largest logit. Of one column or of the largest of all.
bool sums_fit(double sum, const Problem& problem) {
  return sum * std::exp(8.0) * (1 + 1e-3) < info(problem.dtype).largest;
}

}  // namespace

double largest_size(std::span<const double> numbers) {
  double size = 0;
  for (const double x : numbers) size = std::isnan(x) ? INFINITY : std::max(size, std::fabs(x));
  return size;
}

// An upper bound of the Euclidean norm; squares are taken of numbers near 1, so that none overflows or vanishes.
double norm(std::span<const double> numbers, double size) {
  if (size == 0 || !std::isfinite(size)) return size;
  double squares = 0;
  for (const double x : numbers) squares += (x / size) * (x / size);
  return size * std::sqrt(squares) * (1 + (static_cast<double>(numbers.size()) + 8) * 0x1p-53);
}

bool may_overflow(const RowStats& row, const Problem& problem, Index i) {
  double size = row.query_size;
  for (Index j = 0; j < row.keys; ++j)
    size = std::max({size, row.key_size[static_cast<std::size_t>(j)], row.magnitude[static_cast<std::size_t>(j)]});
  if (!fits(size, problem)) return true;
  for (Index c = 0; c < problem.shape.value_dim; ++c) {
    double sum = 0;
    for (Index j = 0; j < problem.visible_keys(i); ++j) sum += std::fabs(problem.value(j, c));
    if (!sums_fit(sum, problem)) return true;
  }
  return false;
}

bool cannot_overflow(const Problem& problem, double largest_query, double largest_key, double largest_value) {
  const double products = largest_query * largest_key * static_cast<double>(problem.shape.head_dim) * (1 + 1e-3);
  return fits(std::max({largest_query, largest_key, products}), problem) &&
         sums_fit(largest_value * static_cast<double>(problem.shape.tokens), problem);
}

DotGrid dot_grid(std::span<const double> query, std::span<const double> key, int least, double magnitude, DType dtype) {
  const DTypeInfo& type = info(dtype);
  const int smallest = std::ilogb(type.smallest_subnormal);
  // the least magnitude that is inexact on a grid is 2^(grid + precision)
  const int room = magnitude == 0             ? smallest
                   : std::isfinite(magnitude) ? std::ilogb(magnitude) - type.precision + 1
                                              : no_bit;
  const int needed = std::max(smallest, room);  // exact on this grid and on every coarser one
  if (least >= needed) return {true, least};
  int grid = no_bit;
  for (std::size_t k = 0; k < query.size() && grid >= needed; ++k)
    if (query[k] != 0 && key[k] != 0) grid = std::min(grid, lowest_bit(query[k]) + lowest_bit(key[k]));
  return {grid >= needed, grid};
}

double gamma_factor(double k, double u) { return k * u < 1 ? k * u / (1 - k * u) : INFINITY; }

void measure_query(RowStats& row, const Problem& problem, Index i) {
  row.index = i;
  row.keys = problem.visible_keys(i);
  row.head_dim = problem.shape.head_dim;
  row.scale_exact = power_of_four(row.head_dim);
  row.query_size = largest_size(problem.query.row(i));
  row.query_norm = norm(problem.query.row(i), row.query_size);
}

RowStats measure_row(const Problem& problem, Index i) {
  RowStats row;
  measure_query(row, problem, i);
  for (Index j = 0; j < row.keys; ++j) measure_key(row, problem, problem.query.row(i), problem.key.row(j));
  row.may_overflow = may_overflow(row, problem, i);
  const double root = std::sqrt(static_cast<double>(row.head_dim));
  for (double& magnitude : row.magnitude) magnitude = magnitude / root * margin;
  return row;
}

void set_errors(RowStats& row, double u) {
  const double d = static_cast<double>(row.head_dim);
  row.logit_error.resize(row.logit.size());
  row.weight_error.resize(row.logit.size());
  for (std::size_t j = 0; j < row.logit.size(); ++j) {
    const double dot = row.dot_exact[j] != 0 ? 0 : (d + 1) * u * row.magnitude[j];
    const double quotient = row.scale_exact ? 0 : 2 * u * std::fabs(row.logit[j]);
    row.logit_error[j] = (dot + quotient) * margin;
    row.weight_error[j] = (row.logit_error[j] + u * (row.max_logit - row.logit[j]) + 4 * u) * margin;
  }
}

void set_gaps(RowStats& row) {
  const double most = *std::max_element(row.logit_error.begin(), row.logit_error.end());
  row.gap.resize(row.logit.size());
  for (std::size_t j = 0; j < row.logit.size(); ++j)
    row.gap[j] = (row.max_logit - row.logit[j] + row.logit_error[j] + most) * margin;
}

void set_radius(RowStats& row, const Problem& problem, double u) {
  const auto columns = static_cast<std::size_t>(problem.shape.value_dim);
  std::vector<double> spread(columns), size(columns), hull(columns);
  double change = 0;  // sum of |true e_j - e_j|, at most
  double least = 0;   // sum of true e_j, at least
  for (Index j = 0; j < row.keys; ++j) {
    const auto key = static_cast<std::size_t>(j);
    const double e = row.exponential[key];
    const bool small = e <= RowStats::negligible;
    const double growth = std::expm1(std::min(row.weight_error[key], 700.0));
    const double p = e * (small ? std::max(1.0, growth) : growth);
    change += p;
    if (!small) least += e / (1 + growth);
    const auto value = problem.value.row(j);
    for (std::size_t c = 0; c < columns; ++c) {
      const double distance = std::fabs(value[c] - row.centre[c]);
      spread[c] += p * distance;
      size[c] += e * std::fabs(value[c]);
      hull[c] = std::max(hull[c], distance);
    }
  }
  const double n = static_cast<double>(row.keys);
  row.radius.resize(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const double sums = gamma_factor(2 * n + 2, u) * size[c] / row.sum + 2 * n * 0x1p-1074;
    const double radius = (spread[c] + change * sums) / least + sums;
    row.radius[c] = (radius < hull[c] ? radius : hull[c]) * margin;
  }
}

void add_rounding_to_float64(RowStats& row) {
  for (std::size_t c = 0; c < row.centre.size(); ++c)
    if (row.radius[c] > 0) row.radius[c] += std::max(std::fabs(row.centre[c]) * 0x1p-53 * (1 + 0x1p-50), 0x1p-1074);
  for (std::size_t j = 0; j < row.logit.size(); ++j) {
    row.logit_error[j] += std::fabs(row.logit[j]) * 0x1p-53 + 0x1p-1074;
    row.weight_error[j] = row.weight_error[j] + 0x1p-53 * (1 + 1e-12);
  }
}

}  // namespace attncheck
