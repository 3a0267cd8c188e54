// Three ways to the same output, float64 with a proven radius, MPFR with a proven radius, MPFI intervals, must overlap.
#include <gtest/gtest.h>

#include "reference/audit.h"
#include "reference/certified.h"
#include "reference/definition.h"
#include "reference/exact.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

std::vector<Problem> everything(DType dtype) {
  std::vector<Problem> all = problems::ordinary(dtype);
  for (const Problem& problem : problems::designed(dtype)) all.push_back(problem);
  return all;
}

Index last_row(const Problem& problem) { return problem.shape.tokens - 1; }

TEST(SecondOpinion, the_fast_tier_encloses_what_the_exact_tier_finds) {
  double worst = 0;
  for (const Problem& problem : everything(DType::float32)) {
    const RowStats fast = certified_row(problem, last_row(problem));
    const RowStats exact = exact_row(problem, last_row(problem));
    for (std::size_t c = 0; c < fast.centre.size(); ++c) {
      const double distance = std::fabs(fast.centre[c] - exact.centre[c]);
      EXPECT_LE(distance, fast.radius[c] + exact.radius[c]) << problem.family << " column " << c;
      if (fast.radius[c] > 0) worst = std::max(worst, distance / fast.radius[c]);
    }
  }
  EXPECT_GT(worst, 0.01) << "a radius a hundred times too wide would decide nothing";
}

TEST(SecondOpinion, logits_and_weights_of_the_fast_tier_are_within_their_errors) {
  for (const Problem& problem : everything(DType::float32)) {
    const RowStats fast = certified_row(problem, last_row(problem));
    const RowStats exact = exact_row(problem, last_row(problem));
    for (std::size_t j = 0; j < fast.logit.size(); ++j) {
      const double shift = exact.max_logit - fast.max_logit;
      const double radius = fast.logit_error[j] + exact.logit_error[j];
      EXPECT_LE(std::fabs(fast.logit[j] - exact.logit[j]), radius) << problem.family << " key " << j;
      EXPECT_GE(fast.gap[j], exact.max_logit - exact.logit[j] - exact.logit_error[j]) << problem.family << " key " << j;
      if (fast.exponential[j] <= RowStats::negligible || exact.exponential[j] <= RowStats::negligible) continue;
      const double ratio = std::log(fast.exponential[j] / exact.exponential[j]) - shift;
      EXPECT_LE(std::fabs(ratio), fast.weight_error[j] + exact.weight_error[j] + 0x1p-51 * (1 + std::fabs(shift)))
          << problem.family << " key " << j;
    }
  }
}

TEST(SecondOpinion, exact_values_lie_in_intervals_that_use_no_theorem) {
  for (const DType dtype : {DType::float32, DType::float64})
    for (const Problem& problem : everything(dtype))
      EXPECT_TRUE(audit_agrees(problem, last_row(problem), exact_row(problem, last_row(problem)))) << problem.family;
}

TEST(SecondOpinion, the_definition_in_double_is_close_to_the_exact_tier) {
  const Problem problem = problems::gaussian(20, 8, 2, DType::float64, false, 4);
  const std::vector<Index> columns{0, 1};
  const RowStats exact = exact_row(problem, 7);
  const auto plain = attention_by_definition<double>(problem, 7, columns);
  for (const std::size_t c : {0U, 1U}) EXPECT_NEAR(plain.output[c], exact.centre[c], 1e-14);
}

TEST(SecondOpinion, more_bits_make_a_narrower_enclosure) {
  const Problem problem = problems::gaussian(10, 4, 1, DType::float64, false, 5);
  const Index column = 0;
  const double observed = exact_row(problem, 0).centre[0];
  const auto width = [&](int bits) {
    const Distance seen = enclose(problem, 0, {&column, 1}, {&observed, 1}, bits).observed[0];
    return seen.most - seen.least;
  };
  EXPECT_GT(width(40), width(80));
  EXPECT_GT(width(60), 0);
}

TEST(SecondOpinion, huge_float64_logits_get_the_bits_they_need) {
  const Problem problem = problems::gaussian(6, 3, 2, DType::float64, false, 6, 1e200);
  const RowStats exact = exact_row(problem, 2);
  EXPECT_GT(needed_bits(exact), 700);
  EXPECT_TRUE(audit_agrees(problem, 2, exact));
  for (const double radius : exact.radius) EXPECT_LT(radius, 1e-15);
}

TEST(Audit, a_radius_that_is_too_small_is_noticed) {
  Index noticed = 0;
  for (const Problem& problem : problems::ordinary(DType::float32)) {
    RowStats fast = certified_row(problem, last_row(problem));
    ASSERT_TRUE(audit_agrees(problem, last_row(problem), fast));
    for (double& radius : fast.radius) radius *= 1e-6;
    if (!audit_agrees(problem, last_row(problem), fast)) ++noticed;
  }
  EXPECT_GT(noticed, 20);
}

TEST(Audit, a_centre_that_is_off_by_its_radius_is_noticed) {
  const Problem problem = problems::gaussian(12, 4, 2, DType::float32, false, 8);
  RowStats fast = certified_row(problem, 3);
  fast.centre[1] += 2 * fast.radius[1];
  EXPECT_FALSE(audit_agrees(problem, 3, fast));
}

}  // namespace
}  // namespace attncheck
