#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "attncheck/random.h"
#include "attncheck/readout.h"

namespace attncheck {
namespace {

double dot(const Tensor& a, Index i, const Tensor& b, Index j) {
  double sum = 0;
  for (Index k = 0; k < a.cols(); ++k) sum += a(i, k) * b(j, k);
  return sum;
}

TEST(VarianceProblem, hadamard_queries_are_orthogonal_and_as_long_as_head_dim) {
  const Problem problem = variance_problem(9, 8, DType::float32, 1);
  for (Index i = 0; i < 8; ++i)
    for (Index j = 0; j < 8; ++j) EXPECT_EQ(dot(problem.query, i, problem.query, j), i == j ? 8.0 : 0.0);
}

TEST(VarianceProblem, queries_of_other_sizes_are_orthogonal_up_to_the_rounding_that_the_law_allows_for) {
  constexpr double widening = 0x1p-12;  // as in variance_law
  const Problem problem = variance_problem(33, 24, DType::float32, 1);
  for (Index i = 0; i < 24; ++i)
    for (Index j = 0; j < 24; ++j)
      EXPECT_LE(std::abs(dot(problem.query, i, problem.query, j) / 24 - (i == j ? 1 : 0)) * 24, widening);
}

TEST(VarianceProblem, is_the_same_for_the_same_seed_and_another_for_another) {
  const Problem a = variance_problem(5, 4, DType::float32, 1);
  const Problem b = variance_problem(5, 4, DType::float32, 1);
  const Problem c = variance_problem(5, 4, DType::float32, 2);
  EXPECT_TRUE(std::ranges::equal(a.key.elements(), b.key.elements()));
  EXPECT_FALSE(std::ranges::equal(a.key.elements(), c.key.elements()));
}

TEST(VarianceLaw, leaves_the_stated_probability_outside) {
  for (const Index freedom : {32, 256, 1024}) {
    const Law law = variance_law(freedom, 1e-3);
    const boost::math::chi_squared chi(static_cast<double>(freedom));
    const double below = boost::math::cdf(chi, law.low * static_cast<double>(freedom));
    const double above = boost::math::cdf(boost::math::complement(chi, law.high * static_cast<double>(freedom)));
    EXPECT_LE(below + above, 1e-3);
    EXPECT_GE(below + above, 0.9e-3) << "wider than it needs to be";
  }
}

TEST(VarianceLaw, tells_a_missing_scale_from_the_right_one_at_a_thousand_degrees_of_freedom) {
  const Law law = variance_law(1024, 1e-12);
  EXPECT_LT(law.high, 2.0);
  EXPECT_GT(law.low, 0.5);
}

TEST(VarianceLaw, is_calibrated_on_exact_logits) {
  int outside = 0;
  constexpr int runs = 2000;
  for (int run = 0; run < runs; ++run) {
    const Problem problem = variance_problem(9, 8, DType::float32, static_cast<std::uint64_t>(run));
    double sum = 0;
    for (Index i = 0; i < 8; ++i) {
      double mean = 0;
      for (Index j = 0; j < 9; ++j) mean += dot(problem.query, i, problem.key, j) / std::sqrt(8.0) / 9;
      for (Index j = 0; j < 9; ++j) {
        const double centred = dot(problem.query, i, problem.key, j) / std::sqrt(8.0) - mean;
        sum += centred * centred;
      }
    }
    const Law law = variance_law(64, 0.05);
    if (sum / 64 < law.low || sum / 64 > law.high) ++outside;
  }
  // 2000 draws at 0.05: more than 150 or fewer than 57 has probability below 1e-6.
  EXPECT_LT(outside, 150);
  EXPECT_GT(outside, 57);
}

TEST(GrowthExponent, of_a_power_is_the_power) {
  EXPECT_DOUBLE_EQ(growth_exponent({1, 2, 4, 8}, {1, 4, 16, 64}), 2.0);
  EXPECT_DOUBLE_EQ(growth_exponent({1, 2, 4, 8}, {3, 3, 3, 3}), 0.0);
}

TEST(RowSum, encloses_the_exact_sum) {
  const std::vector<double> row{1.0, 0x1p-60, -1.0, 0x1p-60};
  const RowSum sum = row_sum(row);
  EXPECT_LE(std::abs(sum.sum - 0x1p-59), sum.rounding);
}

}  // namespace
}  // namespace attncheck
