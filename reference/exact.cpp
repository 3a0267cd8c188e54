#include "reference/exact.h"

#include <algorithm>
#include <boost/multiprecision/mpfi.hpp>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <numeric>

#include "reference/definition.h"

namespace attncheck {
namespace {

namespace mp = boost::multiprecision;
using Real = mp::number<mp::mpfr_float_backend<0>, mp::et_on>;
using Interval = mp::number<mp::mpfi_float_backend<0>, mp::et_on>;

// Enough for logits up to 2^40, and several times faster: no memory is allocated.
using FixedReal = mp::number<mp::mpfr_float_backend<50, mp::allocate_stack>, mp::et_off>;
constexpr int fixed_bits = 166;

constexpr int usual_bits = 128;

// Boost counts precision in decimal digits and keeps it in a global; restored on leaving.
template <class Number>
class Precision {
 public:
  explicit Precision(int bits) : before_(Number::default_precision()) {
    Number::default_precision(static_cast<unsigned>(bits * 0.30103) + 2);
  }
  ~Precision() { Number::default_precision(before_); }
  Precision(const Precision&) = delete;
  Precision& operator=(const Precision&) = delete;

 private:
  unsigned before_;
};

Distance distance(const Interval& x, double observed) {
  const Interval apart = x - Interval(observed);
  Interval size;
  mpfi_abs(size.backend().data(), apart.backend().data());
  return {mpfr_get_d(&size.backend().data()->left, MPFR_RNDD), mpfr_get_d(&size.backend().data()->right, MPFR_RNDU)};
}

std::vector<Index> all_columns(const Problem& problem) {
  std::vector<Index> columns(static_cast<std::size_t>(problem.shape.value_dim));
  std::iota(columns.begin(), columns.end(), Index{0});
  return columns;
}

template <class Number>
void set_values(RowStats& row, const Problem& problem, Index i) {
  const auto exact = attention_by_definition<Number>(problem, i, all_columns(problem));
  for (const Number& logit : exact.logits) row.logit.push_back(static_cast<double>(logit));
  row.max_logit = *std::max_element(row.logit.begin(), row.logit.end());
  for (const Number& e : exact.exponentials)
    row.exponential.push_back(std::max(RowStats::negligible, static_cast<double>(e)));
  for (const double e : row.exponential) row.sum += e;
  for (const Number& output : exact.output) row.centre.push_back(static_cast<double>(output));
}

}  // namespace

int needed_bits(const RowStats& row) {
  double most = 1;
  for (const double magnitude : row.magnitude) most = std::max(most, magnitude);
  return usual_bits + (std::isfinite(most) ? std::ilogb(most) : 1024);
}

RowStats exact_row(const Problem& problem, Index i) {
  RowStats row = measure_row(problem, i);
  const int bits = needed_bits(row);
  if (bits <= fixed_bits) {
    set_values<FixedReal>(row, problem, i);
  } else {
    const Precision<Real> precision(bits);
    set_values<Real>(row, problem, i);
  }
  const double u = std::ldexp(1.0, 1 - bits);
  set_errors(row, u);
  set_radius(row, problem, u);
  add_rounding_to_float64(row);
  set_gaps(row);
  return row;
}

Enclosure enclose(const Problem& problem, Index i, std::span<const Index> columns, std::span<const double> observed,
                  int bits) {
  const Precision<Interval> precision(bits);
  const Precision<Real> ends(bits);
  const auto exact = attention_by_definition<Interval>(problem, i, columns);
  Enclosure found;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    found.centre.push_back(static_cast<double>(exact.output[k]));
    found.radius.push_back(distance(exact.output[k], found.centre[k]).most);
    found.observed.push_back(distance(exact.output[k], observed[k]));
  }
  return found;
}

}  // namespace attncheck
