// The loops of the double-double tier one by one, beside MPFR.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <numbers>

#include "attncheck/random.h"
#include "reference/double_double_kernels.h"
#include "reference/row_stats.h"

namespace attncheck {
namespace {

using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<120>>;  // about 400 bits

/// |x|. That of Boost hands out a reference to a temporary, at least as analyzers see it.
Real size_of(const Real& x) { return x < 0 ? Real(-x) : x; }

Real exactly(TwoDoubles x) { return Real(x.hi) + Real(x.lo); }

std::vector<TwoDoubles> exponentials_of(const std::vector<TwoDoubles>& x, TwoDoubles shift = {}) {
  KeyFigures figures(x.size());
  for (std::size_t j = 0; j < x.size(); ++j) {
    figures.hi()[j] = x[j].hi;
    figures.lo()[j] = x[j].lo;
  }
  fastest_double_double().exponentials(shift, RowStats::negligible, figures);
  std::vector<TwoDoubles> result;
  for (std::size_t j = 0; j < x.size(); ++j) result.push_back({figures.hi()[j], figures.lo()[j]});
  return result;
}

// The declared error of exp, and the part of the low half that is lost below 2^-1074.
Real declared(const Real& e) { return e * Real(0x1p-100) + Real(0x1p-1074); }

/// The largest error in units of 2^-106 of the result; every error must be below the declared one.
double worst_of(const std::vector<TwoDoubles>& arguments) {
  double worst = 0;
  const auto found = exponentials_of(arguments);
  for (std::size_t j = 0; j < arguments.size(); ++j) {
    const Real truth = exp(exactly(arguments[j]));
    const Real error = size_of(exactly(found[j]) - truth);
    if (found[j].hi == RowStats::negligible && found[j].lo == 0) {
      EXPECT_LE(truth, Real(RowStats::negligible) * (1 + Real(0x1p-100)) + Real(0x1p-1074)) << arguments[j].hi;
      continue;
    }
    EXPECT_LE(error, declared(truth)) << arguments[j].hi << " + " << arguments[j].lo;
    EXPECT_LE(std::fabs(found[j].lo), 0x1p-53 * found[j].hi);
    if (arguments[j].hi > -600) worst = std::max(worst, static_cast<double>(error / truth * Real(0x1p106)));
  }
  return worst;
}

/// A double-double number next to x, with a random low part.
TwoDoubles near(double x, Random& random) {
  const double half_unit = (std::nextafter(std::fabs(x), INFINITY) - std::fabs(x)) / 2;
  return {x, (2 * random.uniform() - 1) * half_unit};
}

TEST(DoubleDoubleExp, is_within_its_declared_error_over_the_whole_range) {
  Random random(1);
  std::vector<TwoDoubles> arguments;
  arguments.reserve(25000);
  for (int k = 0; k < 20000; ++k) arguments.push_back(near(-695 * random.uniform(), random));
  for (int k = 0; k < 5000; ++k) arguments.push_back(near(-random.uniform(), random));
  const double worst = worst_of(arguments);
  EXPECT_GT(worst, 0.5) << "random numbers must show some rounding";
  EXPECT_LT(worst, 22) << "the proven error without its slack";
}

TEST(DoubleDoubleExp, is_within_its_declared_error_near_multiples_of_half_log_2) {
  Random random(2);
  std::vector<TwoDoubles> arguments;
  for (int k = 1; k < 2003; ++k) {
    const Real multiple = -log(Real(2)) * k / 2;
    const double hi = static_cast<double>(multiple);
    const double lo = static_cast<double>(Real(multiple - Real(hi)));
    arguments.push_back({hi, lo});  // next to nothing is left by the reduction
    for (const double step : {-1.0, 1.0, 0x1p-40, -0x1p-40}) arguments.push_back({hi, lo * (1 + step)});
    arguments.push_back(near(std::nextafter(hi, 0), random));
    arguments.push_back(near(std::nextafter(hi, -1000), random));
  }
  EXPECT_LT(worst_of(arguments), 22);
}

TEST(DoubleDoubleExp, is_within_its_declared_error_for_tiny_numbers) {
  Random random(3);
  std::vector<TwoDoubles> arguments = {{-0x1p-1074, 0}, {-0x1p-1022, 0}, {-0.0, 0}, {0, 0}};
  for (int exponent = -1074; exponent < 0; ++exponent)
    arguments.push_back(near(-std::ldexp(1 + random.uniform(), exponent), random));
  EXPECT_LT(worst_of(arguments), 22);
}

TEST(DoubleDoubleExp, of_zero_is_exactly_1_and_of_very_negative_numbers_the_least) {
  const std::vector<double> sizes = {694, 700, 745, 1e4, 1e18, 1e300, 0x1p1001};
  std::vector<TwoDoubles> arguments = {{0, 0}};
  for (const double size : sizes) arguments.push_back({-size, size * 0x1p-54});
  const auto found = exponentials_of(arguments);
  EXPECT_EQ(found[0].hi, 1);
  EXPECT_EQ(found[0].lo, 0);
  for (std::size_t k = 1; k < found.size(); ++k) EXPECT_EQ(found[k].hi, RowStats::negligible) << arguments[k].hi;
}

TEST(DoubleDoubleExp, subtracts_the_shift_with_an_error_relative_to_the_difference) {
  Random random(4);
  const TwoDoubles shift = near(1e6, random);
  std::vector<TwoDoubles> arguments;
  arguments.reserve(2000);
  for (int k = 0; k < 2000; ++k) arguments.push_back(near(1e6 - std::ldexp(random.uniform(), -(k % 60)), random));
  const auto found = exponentials_of(arguments, shift);
  for (std::size_t j = 0; j < found.size(); ++j) {
    const Real gap = exactly(shift) - exactly(arguments[j]);
    if (gap < 0) continue;
    const Real truth = exp(-gap);
    EXPECT_LE(size_of(exactly(found[j]) - truth), truth * (Real(0x1p-100) + 5 * Real(0x1p-106) * gap)) << j;
  }
}

/// Eight keys of random numbers whose products cancel; the bound is (d u)^2 sum |q k|.
TEST(DoubleDoubleDot, is_within_the_square_of_the_usual_error_even_where_all_cancels) {
  Random random(5);
  double worst = 0;
  for (const std::size_t d : {1U, 2U, 3U, 16U, 129U})
    for (int round = 0; round < 40; ++round) {
      std::vector<double> query(d);
      std::vector<Octet> keys(d);
      for (std::size_t k = 0; k < d; ++k) {
        const bool repeats = k % 2 == 1;
        query[k] = repeats ? -query[k - 1] : std::ldexp(random.normal(), static_cast<int>(random.below(40)) - 20);
        for (std::size_t lane = 0; lane < 8; ++lane)
          keys[k].lane[lane] = repeats ? keys[k - 1].lane[lane] * (1 + 0x1p-50 * random.normal()) : random.normal();
      }
      KeyFigures figures(8);
      fastest_double_double().logits(query, keys.data(), {1, 0}, figures);
      for (std::size_t lane = 0; lane < 8; ++lane) {
        Real truth = 0, size = 0;
        for (std::size_t k = 0; k < d; ++k) {
          truth += Real(query[k]) * Real(keys[k].lane[lane]);
          size += size_of(Real(query[k]) * Real(keys[k].lane[lane]));
        }
        const Real error = size_of(exactly({figures.hi()[lane], figures.lo()[lane]}) - truth);
        // the product with the scale 1 is exact
        EXPECT_LE(error, Real(static_cast<double>(d * d)) * Real(0x1p-106) * size) << "head_dim " << d;
        EXPECT_GE(Real(figures.magnitude()[lane]) * (1 + static_cast<double>(d + 4) * 0x1p-53), size);
        if (d > 1) worst = std::max(worst, static_cast<double>(error / size * Real(0x1p106)));
      }
    }
  EXPECT_GT(worst, 0.1) << "some rounding must show";
}

TEST(DoubleDoubleAverage, is_the_nearest_float64_or_its_neighbour_even_where_all_cancels) {
  Random random(6);
  const std::size_t n = 50;
  KeyFigures figures(n);
  std::vector<Octet> values(n);
  for (std::size_t j = 0; j < n; ++j) {
    const TwoDoubles e = near(random.uniform(), random);
    figures.hi()[j] = e.hi;
    figures.lo()[j] = e.lo;
    for (double& value : values[j].lane) value = random.normal() * 1e20;
  }
  for (std::size_t lane = 0; lane < 8; ++lane) {  // the last key takes back the others
    double sum = 0;
    for (std::size_t j = 0; j + 1 < n; ++j) sum += figures.hi()[j] * values[j].lane[lane];
    values[n - 1].lane[lane] = -sum / figures.hi()[n - 1];
  }
  ColumnFigures columns;
  const TwoDoubles total = near(27, random);
  fastest_double_double().average(n, values.data(), figures, total, columns);
  for (std::size_t lane = 0; lane < 8; ++lane) {
    Real truth = 0, size = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const Real e = exactly({figures.hi()[j], figures.lo()[j]});
      truth += e * Real(values[j].lane[lane]);
      size += e * size_of(Real(values[j].lane[lane]));
    }
    const Real rho = Real(2.0 * (n + 4) * (n + 4)) * Real(0x1p-106) * size / exactly(total);
    const Real error = size_of(Real(columns.quotient.lane[lane]) - Real(truth / exactly(total)));
    EXPECT_LE(error, rho + Real(std::fabs(columns.quotient.lane[lane])) * Real(0x1p-53) * (1 + Real(0x1p-50)));
    EXPECT_LE(size_of(Real(columns.size.lane[lane]) - size), size * Real((n + 4) * 0x1p-53));
  }
}

}  // namespace
}  // namespace attncheck
