// The float64 tier: SIMD and plain C++ agree, the exponential is as exact as is said, and what is allowed to every
// member is no more than what each is allowed.
#include "reference/certified.h"

#include <gtest/gtest.h>

#include "attncheck/random.h"
#include "reference/audit.h"
#include "reference/error_bound.h"
#include "reference/exact.h"
#include "reference/profiles.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

std::vector<Problem> everything() {
  std::vector<Problem> all = problems::ordinary(DType::float32);
  for (const Problem& problem : problems::designed(DType::float32)) all.push_back(problem);
  for (Index size = 1; size <= 20; ++size)
    all.push_back(problems::gaussian(size, 21 - size, (size * 7) % 20 + 1, DType::float32, size % 2 == 0, 3));
  return all;
}

TEST(Certified, simd_and_plain_loops_agree_within_their_radii) {
  for (const Problem& problem : everything())
    for (Index i = 0; i < problem.shape.tokens; i += std::max<Index>(1, problem.shape.tokens / 3)) {
      const RowStats simd = certified_row(problem, i, simd_kernels());
      const RowStats plain = certified_row(problem, i, plain_kernels());
      ASSERT_EQ(simd.dot_exact, plain.dot_exact) << problem.family;
      ASSERT_EQ(simd.may_overflow, plain.may_overflow) << problem.family;
      for (std::size_t j = 0; j < simd.logit.size(); ++j)
        EXPECT_LE(std::fabs(simd.logit[j] - plain.logit[j]), simd.logit_error[j] + plain.logit_error[j])
            << problem.family << " key " << j;
      for (std::size_t c = 0; c < simd.centre.size(); ++c)
        EXPECT_LE(std::fabs(simd.centre[c] - plain.centre[c]), simd.radius[c] + plain.radius[c])
            << problem.family << " column " << c;
    }
}

TEST(Certified, what_one_row_needs_does_not_depend_on_the_row_before) {
  const Problem problem = problems::gaussian(40, 12, 5, DType::float32, true, 9);
  CertifiedTier tier;
  tier.start(problem);
  RowStats recycled;
  for (const Index i : {Index{39}, Index{0}, Index{17}, Index{3}}) {
    tier.row(i, recycled);
    const RowStats fresh = certified_row(problem, i);
    EXPECT_EQ(recycled.centre, fresh.centre);
    EXPECT_EQ(recycled.radius, fresh.radius);
    EXPECT_EQ(recycled.tightest, fresh.tightest);
    EXPECT_EQ(recycled.logit.size(), static_cast<std::size_t>(i) + 1);
  }
}

std::vector<Problem> with_huge_logits() {
  std::vector<Problem> all = everything();
  for (const double sigma : {1e9, 1e13, 1e15, 1e18})
    for (const Index columns : {1, 9, 70})
      all.push_back(problems::gaussian(37, 5, columns, DType::float32, true, 4, sigma));
  return all;
}

class Loops : public testing::TestWithParam<const RowKernels*> {};

TEST_P(Loops, find_the_same_exact_dot_products_as_looking_at_every_product) {
  Index exact = 0, inexact = 0;
  for (const Problem& problem : with_huge_logits())
    for (Index i = 0; i < problem.shape.tokens; i += std::max<Index>(1, problem.shape.tokens / 3)) {
      const RowStats row = certified_row(problem, i, *GetParam()), measured = measure_row(problem, i);
      ASSERT_EQ(row.dot_exact, measured.dot_exact) << problem.family << " row " << i;
      for (std::size_t j = 0; j < row.grid.size(); ++j) {
        if (row.dot_exact[j] != 0) { EXPECT_LE(row.grid[j], measured.grid[j]) << problem.family << " key " << j; }
        (row.dot_exact[j] != 0 ? exact : inexact) += 1;
      }
    }
  EXPECT_GT(exact, 0);
  EXPECT_GT(inexact, 0);
}

TEST_P(Loops, add_up_the_errors_that_the_exact_tier_adds_up) {
  const auto agree = [](double a, double b) {
    return std::fabs(a - b) <= 0x1p-40 * std::max(std::fabs(a), std::fabs(b));
  };
  for (const Problem& problem : with_huge_logits())
    for (Index i = 0; i < problem.shape.tokens; i += std::max<Index>(1, problem.shape.tokens / 3)) {
      const RowStats row = certified_row(problem, i, *GetParam());
      RowStats again = row;
      set_errors(again, 0x1p-53);
      set_gaps(again);
      for (std::size_t j = 0; j < row.logit.size(); ++j) {
        EXPECT_PRED2(agree, row.logit_error[j], again.logit_error[j]) << problem.family << " key " << j;
        EXPECT_PRED2(agree, row.weight_error[j], again.weight_error[j]) << problem.family << " key " << j;
        EXPECT_PRED2(agree, row.gap[j], again.gap[j]) << problem.family << " key " << j;
      }
    }
}

TEST_P(Loops, give_no_radius_below_that_of_the_theorem) {
  double widest = 0;
  for (const Problem& problem : with_huge_logits())
    for (Index i = 0; i < problem.shape.tokens; i += std::max<Index>(1, problem.shape.tokens / 3)) {
      const RowStats row = certified_row(problem, i, *GetParam());
      RowStats theorem = row;
      set_radius(theorem, problem, 0x1p-53);
      for (std::size_t c = 0; c < row.radius.size(); ++c) {
        ASSERT_GE(row.radius[c] * (1 + 0x1p-30), theorem.radius[c]) << problem.family << " row " << i;
        if (theorem.radius[c] > 0x1p-900) widest = std::max(widest, row.radius[c] / theorem.radius[c]);
      }
    }
  EXPECT_LT(widest, 16) << "a radius that is far above the theorem's sends rows up for nothing";
}

TEST_P(Loops, enclose_the_truth_where_weights_may_change_by_more_than_themselves) {
  for (const double sigma : {1e9, 1e13, 1e15, 1e18}) {
    const Problem problem = problems::gaussian(20, 3, 4, DType::float32, false, 4, sigma);
    for (const Index i : {Index{0}, Index{7}, Index{19}})
      EXPECT_TRUE(audit_agrees(problem, i, certified_row(problem, i, *GetParam()))) << "query of size " << sigma;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Loops, testing::Values(&simd_kernels(), &plain_kernels()),
                         [](const auto& test) { return test.index == 0 ? "simd" : "plain"; });

class Exponential : public testing::TestWithParam<const RowKernels*> {};

TEST_P(Exponential, is_within_four_units_of_roundoff) {
  Random random(11);
  std::vector<double> x(1 << 18), e(x.size());
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = -693 * std::pow(random.uniform(), 1 + static_cast<double>(j % 9));
  for (int k = 0; k < 900; ++k) x[static_cast<std::size_t>(k)] = -(k + 1) * 0.34657359027997264;
  x[900] = 0;
  x[901] = -0x1p-1074;
  GetParam()->exponentials(x.data(), 0, RowStats::negligible, x.size(), e.data());
  for (std::size_t j = 0; j < x.size(); ++j) {
    const long double exact = std::exp(static_cast<long double>(x[j]));
    const long double allowed = (4 * 0x1p-53L + 0x1p-62L) * exact;
    ASSERT_LE(std::fabs(static_cast<long double>(e[j]) - exact), allowed) << "exp(" << x[j] << ")";
  }
  EXPECT_EQ(e[900], 1);
}

TEST_P(Exponential, never_falls_below_what_is_negligible) {
  std::vector<double> x(16, -1e300), e(16);
  x[1] = -693.2;
  x[2] = -INFINITY;
  GetParam()->exponentials(x.data(), 0, RowStats::negligible, x.size(), e.data());
  for (const double found : e) EXPECT_EQ(found, RowStats::negligible);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Exponential, testing::Values(&simd_kernels(), &plain_kernels()),
                         [](const auto& test) { return test.index == 0 ? "simd" : "plain"; });

TEST(Tightest, is_no_more_than_what_any_member_is_allowed) {
  const ArithmeticProfile any = arithmetic_profile("any");
  double closest = 0;
  for (const Problem& problem : everything())
    for (Index i = 0; i < problem.shape.tokens; i += std::max<Index>(1, problem.shape.tokens / 3)) {
      const RowStats row = certified_row(problem, i);
      if (row.may_overflow) continue;
      ErrorBound bound(problem, row);
      for (const Arithmetic& member : any.members) {
        const std::vector<double> allowed = bound.of(member);
        for (std::size_t c = 0; c < allowed.size(); ++c) {
          ASSERT_LE(row.tightest[c], allowed[c]) << problem.family << " row " << i << " " << member.name;
          if (allowed[c] > 0) closest = std::max(closest, row.tightest[c] / allowed[c]);
        }
      }
    }
  EXPECT_GT(closest, 0.5) << "a bound that is far below all members' speeds up nothing";
}

}  // namespace
}  // namespace attncheck
