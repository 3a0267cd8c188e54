#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#if defined(ATTNCHECK_QUADMATH) && __has_include(<quadmath.h>)
#include <boost/multiprecision/float128.hpp>
#define ATTNCHECK_HAS_FLOAT128
#endif

#include "bench/tier.h"
#include "reference/definition.h"
#include "reference/exact.h"

namespace attncheck::bench {
namespace {

namespace mp = boost::multiprecision;
using Mpfr50 = mp::number<mp::mpfr_float_backend<50, mp::allocate_stack>, mp::et_off>;  // as in exact.cpp

std::vector<Index> all_columns(const Problem& problem) {
  std::vector<Index> columns(static_cast<std::size_t>(problem.shape.value_dim));
  std::iota(columns.begin(), columns.end(), Index{0});
  return columns;
}

template <class Number>
std::vector<double> nearest(const std::vector<Number>& numbers) {
  std::vector<double> rounded;
  rounded.reserve(numbers.size());
  for (const Number& x : numbers) rounded.push_back(static_cast<double>(x));
  return rounded;
}

/// The definition in numbers of unit roundoff u.
template <class Number>
class ByDefinition final : public Tier {
 public:
  ByDefinition(std::string name, double u) : Tier(std::move(name)), u_(u) {}

  void compute(const Sample& sample, std::span<const Index> rows) override {
    found_.resize(static_cast<std::size_t>(sample.problem.shape.tokens));
    for (const Index i : rows)
      found_[static_cast<std::size_t>(i)] =
          attention_by_definition<Number>(sample.problem, i, all_columns(sample.problem));
  }
  Ball ball(const Sample& sample, Index i) override {
    const AttentionRow<Number>& row = found_[static_cast<std::size_t>(i)];
    return theorem_ball(sample.problem, i, nearest(row.logits), nearest(row.exponentials), nearest(row.output), u_);
  }

 private:
  double u_;
  std::vector<AttentionRow<Number>> found_;
};

class Intervals final : public Tier {
 public:
  Intervals() : Tier("MPFI") {}

  void compute(const Sample& sample, std::span<const Index> rows) override {
    found_.resize(static_cast<std::size_t>(sample.problem.shape.tokens));
    const std::vector<Index> columns = all_columns(sample.problem);
    for (const Index i : rows) {
      const int bits = needed_bits(measure_row(sample.problem, i));
      found_[static_cast<std::size_t>(i)] = enclose(sample.problem, i, columns, sample.output.row(i), bits);
    }
  }
  Ball ball(const Sample& /*sample*/, Index i) override {
    const Enclosure& found = found_[static_cast<std::size_t>(i)];
    return {found.centre, found.radius};
  }

 private:
  std::vector<Enclosure> found_;
};

}  // namespace

Tiers wide_tiers() {
  Tiers tiers;
  tiers.push_back(std::make_unique<ByDefinition<long double>>(
      "long double", std::ldexp(1.0, -std::numeric_limits<long double>::digits)));
#ifdef ATTNCHECK_HAS_FLOAT128
  tiers.push_back(std::make_unique<ByDefinition<mp::float128>>("__float128", 0x1p-113));
#endif
  tiers.push_back(std::make_unique<ByDefinition<Mpfr50>>("MPFR, 50 digits", 0x1p-165));
  tiers.push_back(std::make_unique<Intervals>());
  return tiers;
}

}  // namespace attncheck::bench
