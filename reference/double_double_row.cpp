// The proofs of all constants are in docs/error-bounds.md, "The double-double tier".
#include "reference/double_double_row.h"

#include <algorithm>
#include <cmath>

namespace attncheck {
namespace {

constexpr double unit = 0x1p-106;        // u^2, u the unit roundoff of float64
constexpr double margin = 1 + 0x1p-30;   // float64 roundings of at most `longest` terms that make up a radius
constexpr double longest = 1 << 20;      // keys or channels
constexpr double largest = 0x1p1000;     // size of anything that is summed
constexpr double doubt = 0x1p-54;        // of the logarithm of a weight, at most: half a rounding to float64
constexpr double exp_error = 0x1p-100;   // relative error of exp, at least twice the proven one
constexpr double underflow = 0x1p-1074;  // of one operation

// 1/sqrt(d) within 10 u^2: one step of Newton's method from the nearest float64 but one.
TwoDoubles inverse_root(Index head_dim) {
  const double d = static_cast<double>(head_dim);
  const double first = 1 / std::sqrt(d);
  const double square = first * first;
  const double rest = std::fma(first, first, -square);
  const double missing = std::fma(-d, rest, std::fma(-d, square, 1.0));  // 1 - d first^2
  const double correction = first * missing / 2;
  const double hi = first + correction;
  return {hi, correction - (hi - first)};
}

// Keeps what rounding each partial sum loses.
TwoDoubles sum_of_exponentials(KeyFigures& figures, std::size_t n) {
  const double* hi = figures.hi();
  const double* lo = figures.lo();
  TwoDoubles sum;
  for (std::size_t j = 0; j < n; ++j) {
    const double next = sum.hi + hi[j];
    const double from_term = next - sum.hi;
    sum.lo += ((sum.hi - (next - from_term)) + (hi[j] - from_term)) + lo[j];
    sum.hi = next;
  }
  const double hi_sum = sum.hi + sum.lo;
  return {hi_sum, sum.lo - (hi_sum - sum.hi)};
}

TwoDoubles largest_logit(KeyFigures& figures, std::size_t n) {
  const double* hi = figures.hi();
  const double* lo = figures.lo();
  TwoDoubles most{hi[0], lo[0]};
  for (std::size_t j = 1; j < n; ++j)
    if (hi[j] > most.hi || (hi[j] == most.hi && lo[j] > most.lo)) most = {hi[j], lo[j]};
  return most;
}

void set_dot_errors(RowStats& row) {
  const double d = static_cast<double>(row.head_dim);
  row.logit_error.resize(row.logit.size());
  for (std::size_t j = 0; j < row.logit.size(); ++j) {
    const double dot = row.dot_exact[j] != 0 ? 0 : d * d * unit * row.magnitude[j] + (d + 2) * underflow;
    const double scaled = row.scale_exact ? 0 : 20 * unit * std::fabs(row.logit[j]) + 2 * underflow;
    row.logit_error[j] = (dot + scaled) * margin;
  }
}

void set_weight_errors(RowStats& row) {
  row.weight_error.resize(row.logit.size());
  for (std::size_t j = 0; j < row.logit.size(); ++j)
    row.weight_error[j] =
        (row.logit_error[j] + 5 * unit * (row.max_logit - row.logit[j]) + exp_error + underflow / row.exponential[j]) *
        margin;
}

bool enough_bits(const RowStats& row) {
  return std::all_of(row.logit_error.begin(), row.logit_error.end(), [](double error) { return error <= doubt; });
}

// |true e_j - e_j| at most, with e^F - 1 <= F + F^2. The constant covers the underflow of this product.
void set_changes(const RowStats& row, KeyFigures& figures) {
  double* change = figures.change();
  for (std::size_t j = 0; j < row.logit.size(); ++j) {
    const double e = row.exponential[j];
    const double growth = row.weight_error[j] * (1 + row.weight_error[j]);
    change[j] = e <= RowStats::negligible ? e : (e * growth + 0x1p-1020) * margin;
  }
}

// The theorem of the reference page, per column, in its lifted units.
class Radius {
 public:
  Radius(std::size_t keys, double change, double sum)
      : roundings_(2 * square(static_cast<double>(keys) + 4) * unit),
        underflow_((static_cast<double>(keys) + 8) * underflow),
        change_(change),
        per_sum_(margin / sum) {}

  double of(const ColumnFigures& columns, double centre, std::size_t c) const {
    const double rho = roundings_ * columns.size.lane[c] * per_sum_ + underflow_;
    const double away = rho + 0x1p-53 * std::fabs(centre);  // from the quotient of the exact sums
    const double moved = (columns.spread.lane[c] + underflow_ + change_ * away) * per_sum_;
    return std::min((moved + rho) * margin, columns.hull.lane[c] * margin);
  }

 private:
  static double square(double x) { return x * x; }

  double roundings_;  // of both sums and of the quotient
  double underflow_;
  double change_;   // sum of |true e_j - e_j|
  double per_sum_;  // 1 / sum of true e_j, at most
};

}  // namespace

DoubleDoubleRows::DoubleDoubleRows(const Problem& problem, const DoubleDoubleKernels& kernels)
    : problem_(problem), kernels_(kernels), scale_(inverse_root(problem.shape.head_dim)) {
  lay_out_keys();
  lay_out_values();
  const auto& sizes = key_size_;
  usable_ = static_cast<double>(std::max(problem.shape.tokens, problem.shape.head_dim)) <= longest &&
            largest_sum_of_values_ <= largest &&
            std::all_of(sizes.begin(), sizes.end(), [](double size) { return std::isfinite(size); });
}

void DoubleDoubleRows::lay_out_keys() {
  const auto tokens = static_cast<std::size_t>(problem_.shape.tokens);
  const auto channels = static_cast<std::size_t>(problem_.shape.head_dim);
  keys_.resize(octets(tokens) * channels);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto key = problem_.key.row(static_cast<Index>(j));
    Octet* octet = keys_.data() + j / 8 * channels;
    double size = 0;
    for (std::size_t k = 0; k < channels; ++k) {
      octet[k].lane[j % 8] = key[k];
      size = std::isnan(key[k]) ? INFINITY : std::max(size, std::fabs(key[k]));
    }
    key_size_.push_back(size);
    key_norm_.push_back(norm(key, size));
  }
}

// Columns of small numbers are multiplied by a power of two, or their products with weights would be subnormal.
void DoubleDoubleRows::lay_out_values() {
  const auto tokens = static_cast<std::size_t>(problem_.shape.tokens);
  const auto columns = static_cast<std::size_t>(problem_.shape.value_dim);
  std::vector<double> sums(columns), sizes(columns);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto value = problem_.value.row(static_cast<Index>(j));
    for (std::size_t c = 0; c < columns; ++c) {
      sums[c] += std::fabs(value[c]);
      sizes[c] = std::max(sizes[c], std::fabs(value[c]));
    }
  }
  lift_.assign(columns, 1);
  drop_.assign(columns, 1);
  for (std::size_t c = 0; c < columns; ++c) {
    largest_sum_of_values_ = std::isnan(sums[c]) ? INFINITY : std::max(largest_sum_of_values_, sums[c]);
    if (sizes[c] == 0 || !(sizes[c] < 1)) continue;
    const int power = std::min(-std::ilogb(sizes[c]), 1000);
    lift_[c] = std::ldexp(1.0, power);
    drop_[c] = std::ldexp(1.0, -power);
  }
  values_.resize(octets(columns) * tokens);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto value = problem_.value.row(static_cast<Index>(j));
    for (std::size_t c = 0; c < columns; ++c) values_[c / 8 * tokens + j].lane[c % 8] = value[c] * lift_[c];
  }
}

// What measure_row gives. A dot product of which something was lost cannot be exact in every order, so that nothing has
// to be measured; the grid is then one that all products of float64 numbers lie on, and nobody asks for a coarser one.
std::optional<RowStats> DoubleDoubleRows::measured(Index i, KeyFigures& figures) const {
  RowStats row;
  measure_query(row, problem_, i);
  const auto n = static_cast<std::size_t>(row.keys);
  const double d = static_cast<double>(row.head_dim);
  const double scale = (1 + 1e-10) / std::sqrt(d);
  row.key_size.assign(key_size_.begin(), key_size_.begin() + row.keys);
  row.key_norm.assign(key_norm_.begin(), key_norm_.begin() + row.keys);
  row.magnitude.resize(n);
  row.grid.assign(n, 2 * -1074);
  row.dot_exact.assign(n, 0);
  double reach = row.query_size;
  bool exact = false;
  for (std::size_t j = 0; j < n; ++j) {
    const double raw = figures.magnitude()[j] * (1 + (d + 4) * 0x1p-53) + d * underflow;
    reach = std::max({reach, row.key_size[j], raw});
    if (!(raw <= largest)) return std::nullopt;
    exact = exact || figures.rest()[j] == 0;
    row.magnitude[j] = raw * scale;
  }
  // 2 and 4096: more than log2(e) and e^8 with all roundings
  const double type = info(problem_.dtype).largest;
  const bool far_from_overflow = reach * 2 < type && largest_sum_of_values_ * 4096 < type;
  return exact || !far_from_overflow ? measure_row(problem_, i) : row;
}

std::optional<RowStats> DoubleDoubleRows::row(Index i) const {
  if (!usable_) return std::nullopt;
  const auto n = static_cast<std::size_t>(problem_.visible_keys(i));
  KeyFigures figures(n);
  kernels_.logits(problem_.query.row(i), keys_.data(), scale_, figures);
  std::optional<RowStats> row = measured(i, figures);
  if (!row) return std::nullopt;
  const double* hi = figures.hi();
  row->logit.assign(hi, hi + n);
  const TwoDoubles shift = largest_logit(figures, n);
  row->max_logit = shift.hi;
  set_dot_errors(*row);
  if (!enough_bits(*row)) return std::nullopt;
  kernels_.exponentials(shift, RowStats::negligible, figures);
  row->exponential.assign(hi, hi + n);
  const TwoDoubles sum = sum_of_exponentials(figures, n);
  row->sum = sum.hi;
  set_weight_errors(*row);
  set_output(*row, figures, sum);
  add_rounding_to_float64(*row);
  set_gaps(*row);
  return row;
}

void DoubleDoubleRows::set_output(RowStats& row, KeyFigures& figures, TwoDoubles sum) const {
  const auto n = static_cast<std::size_t>(row.keys);
  const auto tokens = static_cast<std::size_t>(problem_.shape.tokens);
  set_changes(row, figures);
  double change = 0;
  for (std::size_t j = 0; j < n; ++j) change += figures.change()[j];
  const Radius radius_of(n, change, sum.hi);
  row.centre.resize(lift_.size());
  row.radius.resize(lift_.size());
  for (std::size_t first = 0; first < lift_.size(); first += 8) {
    const Octet* values = values_.data() + first / 8 * tokens;
    const std::size_t count = std::min<std::size_t>(8, lift_.size() - first);
    ColumnFigures columns;
    kernels_.average(n, values, figures, sum, columns);
    Octet centre;
    for (std::size_t c = 0; c < count; ++c) {
      row.centre[first + c] = columns.quotient.lane[c] * drop_[first + c];
      centre.lane[c] = row.centre[first + c] * lift_[first + c];
    }
    kernels_.spread(n, values, figures, centre, columns);
    for (std::size_t c = 0; c < count; ++c) {
      const double radius = radius_of.of(columns, centre.lane[c], c);
      row.radius[first + c] = radius > 0 ? radius * drop_[first + c] + underflow : 0;
    }
  }
}

std::optional<RowStats> double_double_row(const Problem& problem, Index i) { return DoubleDoubleRows(problem).row(i); }

}  // namespace attncheck
