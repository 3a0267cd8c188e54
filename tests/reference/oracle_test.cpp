// What the oracle promises to those who ask it.
#include <gtest/gtest.h>

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif
#include <limits>

#include "reference/audit.h"
#include "reference/certified.h"
#include "reference/make_oracle.h"
#include "reference/profiles.h"
#include "reference/row_judge.h"
#include "tests/reference/kernels.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

using problems::all_rows;

Tensor naive(const Problem& problem) {
  return problem.dtype == DType::float32 ? kernels::run<float>(kernels::naive<float>, problem)
                                         : kernels::run<double>(kernels::naive<double>, problem);
}

Judgement judge(Oracle& oracle, const Problem& problem, const Tensor& output) {
  return oracle.judge(problem, output, all_rows(problem), oracle.profile().all());
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::exception& error) { return error.what(); }
  return "no error";
}

TEST(Oracle, names_the_known_profiles_when_asked_for_another) {
  EXPECT_EQ(error_of([] {
              make_oracle(DType::float32, {"fast", 0, 500});
            }),
            "unknown profile \"fast\"; known are any, naive, online");
}

TEST(Oracle, refuses_a_problem_of_another_dtype) {
  const auto oracle = make_oracle(DType::float64, {});
  EXPECT_EQ(error_of([&] { oracle->row(problems::gaussian(2, 2, 1, DType::float32, false, 1), 0); }),
            "this oracle answers float64 problems, not float32");
}

TEST(Oracle, refuses_an_output_of_another_shape) {
  const auto oracle = make_oracle(DType::float32, {});
  const Problem problem = problems::gaussian(3, 2, 2, DType::float32, false, 1);
  EXPECT_EQ(error_of([&] { judge(*oracle, problem, Tensor(3, 1)); }), "the output is 3 x 1, expected 3 x 2");
}

TEST(Oracle, lists_any_first_with_fourteen_members_and_their_flushing_twins) {
  const std::vector<Profile> all = profiles(DType::float32);
  ASSERT_EQ(all.front().name, "any");
  EXPECT_EQ(all.front().size(), 28);
  EXPECT_LE(all.front().size(), max_members);
  for (const Profile& profile : all)
    for (const Member& member : profile.members) EXPECT_FALSE(member.meaning.empty()) << member.name;
}

TEST(Oracle, excludes_every_member_for_an_output_that_is_not_finite) {
  const auto oracle = make_oracle(DType::float32, {});
  const Problem problem = problems::gaussian(6, 4, 2, DType::float32, false, 2);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), double{INFINITY}, -double{INFINITY}}) {
    Tensor output = naive(problem);
    output(4, 1) = bad;
    const Judgement judgement = judge(*oracle, problem, output);
    EXPECT_EQ(judgement.excluded, oracle->profile().all());
    ASSERT_TRUE(judgement.worst);
    EXPECT_EQ(judgement.worst->row, 4);
    EXPECT_EQ(judgement.worst->column, 1);
    EXPECT_GT(judgement.worst->ratio, 1);
    EXPECT_EQ(judgement.judged, 12);
  }
}

TEST(Oracle, does_not_judge_a_row_that_may_overflow) {
  const auto oracle = make_oracle(DType::float32, {});
  Problem problem = problems::gaussian(3, 2, 2, DType::float32, true, 2);
  problem.query(1, 0) = 3e38f;
  problem.key(0, 0) = 2;
  round_to_dtype(problem);
  Tensor output = naive(problem);
  output(1, 0) = NAN;
  const Judgement judgement = judge(*oracle, problem, output);
  EXPECT_TRUE(judgement.excluded.none());
  EXPECT_EQ(judgement.not_judged, 2);
  EXPECT_EQ(judgement.judged, 4);
  EXPECT_TRUE(oracle->row(problem, 1).may_overflow);
  EXPECT_FALSE(oracle->row(problem, 0).may_overflow);
}

TEST(Oracle, does_not_judge_a_row_whose_sum_of_values_may_overflow) {
  const auto oracle = make_oracle(DType::float64, {});
  const Problem problem = problems::with_values(problems::gaussian(4, 2, 1, DType::float64, false, 2), 1e306);
  EXPECT_TRUE(oracle->row(problem, 0).may_overflow);
}

TEST(Oracle, calls_an_element_without_any_finite_bound_not_judged) {
  const auto oracle = make_oracle(DType::float32, {});
  const Problem problem = problems::gaussian(4, 2, 1, DType::float32, false, 2, 1e12);
  const RowAnswer answer = oracle->row(problem, 0);
  MemberSet unbounded;
  for (int member = 0; member < oracle->profile().size(); ++member)
    if (std::isinf(answer.bound[static_cast<std::size_t>(member)][0])) unbounded.set(static_cast<std::size_t>(member));
  ASSERT_TRUE(unbounded.any());
  const std::vector<Index> row{0};
  const Judgement judgement = oracle->judge(problem, naive(problem), row, unbounded);
  EXPECT_EQ(judgement.not_judged, 1);
  EXPECT_EQ(judgement.judged, 0);
  EXPECT_FALSE(judgement.worst);
}

TEST(Oracle, gives_a_witness_against_each_member_it_excludes_and_none_against_the_others) {
  const auto oracle = make_oracle(DType::float32, {});
  const Problem problem = problems::readout({0, -64}, DType::float32);
  Tensor output = naive(problem);
  output(0, 1) *= 1.25;
  const Judgement judgement = judge(*oracle, problem, output);
  EXPECT_TRUE(judgement.excluded.any());
  EXPECT_NE(judgement.excluded, oracle->profile().all()) << "a running mean may lose so small a weight";
  for (int member = 0; member < oracle->profile().size(); ++member) {
    const auto& witness = judgement.witness[static_cast<std::size_t>(member)];
    EXPECT_EQ(judgement.excluded.test(static_cast<std::size_t>(member)), witness.has_value());
    if (!witness) continue;
    EXPECT_EQ(witness->row, 0);
    EXPECT_EQ(witness->column, 1);
    EXPECT_GT(witness->ratio, 1);
  }
}

TEST(Oracle, judges_only_candidates_and_only_the_rows_given) {
  const auto oracle = make_oracle(DType::float32, {});
  const Problem problem = problems::gaussian(5, 4, 2, DType::float32, false, 2);
  Tensor output = naive(problem);
  output(3, 0) += 1;
  const std::vector<Index> others{0, 1, 2, 4}, it{3};
  EXPECT_TRUE(oracle->judge(problem, output, others, oracle->profile().all()).excluded.none());
  EXPECT_EQ(oracle->judge(problem, output, it, MemberSet(5)).excluded, MemberSet(5));
}

TEST(Oracle, bounds_of_flushing_twins_are_never_smaller) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const auto oracle = make_oracle(dtype, {});
    for (const Problem& problem : problems::designed(dtype)) {
      const RowAnswer answer = oracle->row(problem, 0);
      for (std::size_t m = 0; m < 14; ++m)
        for (std::size_t c = 0; c < answer.centre.size(); ++c)
          EXPECT_GE(answer.bound[m + 14][c], answer.bound[m][c]) << problem.family;
    }
  }
}

TEST(Oracle, every_bound_of_any_is_as_large_as_the_quick_look_takes_it_to_be) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const auto oracle = make_oracle(dtype, {});
    const double u = info(dtype).unit_roundoff;
    for (const auto& set : {problems::ordinary(dtype), problems::designed(dtype)})
      for (const Problem& problem : set) {
        const Index i = problem.shape.tokens - 1;
        const RowAnswer answer = oracle->row(problem, i);
        const double n = static_cast<double>(problem.visible_keys(i));
        for (const auto& bound : answer.bound)
          for (std::size_t c = 0; c < bound.size(); ++c)
            EXPECT_GE(bound[c], (gamma_factor(n - 1, u) + gamma_factor(2, u)) *
                                    std::max(0.0, std::fabs(answer.centre[c]) - answer.radius[c]));
      }
  }
}

TEST(Oracle, goes_up_to_the_exact_tier_when_the_radius_would_decide) {
  const ArithmeticProfile profile = arithmetic_profile("any");
  const Problem single = problems::gaussian(6, 4, 1, DType::float32, false, 3);
  const RowStats row = certified_row(single, 2);
  MemberBounds bounds(profile, single, row);
  const double bound = bounds.of(0)[0];
  const auto escalations = [&](double observed) {
    Judgement judgement;
    judgement.witness.resize(profile.members.size());
    RowJudge judge(profile, single, 2, row, {&observed, 1});
    judge.judge(MemberSet(1), judgement);
    return std::pair(judge.escalations(), judgement.excluded.any());
  };
  EXPECT_EQ(escalations(row.centre[0] + bound * 0.999), std::pair(Index{0}, false));
  EXPECT_EQ(escalations(row.centre[0] + bound * 1.001), std::pair(Index{0}, true));
  EXPECT_GE(escalations(row.centre[0] + bound + row.radius[0] * 0.5).first, 1);
  EXPECT_GE(escalations(row.centre[0] + bound - row.radius[0] * 0.5).first, 1);
}

TEST(Oracle, proves_a_counterexample_again_with_intervals) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const auto oracle = make_oracle(dtype, {});
    const Problem problem = problems::gaussian(7, 4, 2, dtype, true, 5);
    Tensor output = naive(problem);
    output(5, 1) += 0.5;
    const Judgement judgement = judge(*oracle, problem, output);
    ASSERT_TRUE(judgement.worst);
    const Cell proven = oracle->prove(problem, *judgement.worst);
    EXPECT_NEAR(proven.ratio / judgement.worst->ratio, 1, 1e-6);
    EXPECT_EQ(proven.bound, judgement.worst->bound);
    EXPECT_LE(std::fabs(proven.centre - judgement.worst->centre), proven.radius + judgement.worst->radius);
    EXPECT_EQ(oracle->audit().disagreements, 0);
    EXPECT_GE(oracle->audit().rows, 1);
  }
}

TEST(Oracle, audits_every_row_when_told_to_and_finds_no_disagreement) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const auto oracle = make_oracle(dtype, {"any", 1, 1});
    for (const Problem& problem : problems::designed(dtype)) judge(*oracle, problem, naive(problem));
    EXPECT_GT(oracle->audit().rows, 300);
    EXPECT_EQ(oracle->audit().disagreements, 0);
  }
}

TEST(Oracle, answers_the_same_whatever_was_asked_before) {
  const Problem first = problems::gaussian(5, 4, 2, DType::float32, true, 5);
  const Problem second = problems::gaussian(5, 4, 2, DType::float32, true, 6);
  const auto fresh = make_oracle(DType::float32, {});
  const auto used = make_oracle(DType::float32, {});
  used->row(first, 4);
  Problem longer = first;
  longer.causal = false;
  used->row(longer, 4);
  EXPECT_EQ(used->row(second, 3).centre, fresh->row(second, 3).centre);
  EXPECT_EQ(used->row(first, 2).bound, fresh->row(first, 2).bound);
}

#if defined(__SSE2__)
constexpr unsigned flush_both = 0x8040;  // results and operands that are subnormal count as zero

TEST(Oracle, survives_a_subject_that_left_flush_to_zero_and_another_rounding_behind) {
  Problem problem = problems::gaussian(5, 4, 2, DType::float32, true, 5);
  for (double& value : problem.value.elements()) value *= 0x1p-140;  // subnormal in float32
  round_to_dtype(problem);
  for (const DType dtype : {DType::float32, DType::float64}) {
    problem.dtype = dtype;
    const RowAnswer right = make_oracle(dtype, {})->row(problem, 4);
    const auto oracle = make_oracle(dtype, {});
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | flush_both);
    std::fesetround(FE_UPWARD);
    const unsigned spoiled = _mm_getcsr();
    const RowAnswer answer = oracle->row(problem, 4);
    const unsigned after = _mm_getcsr();
    std::fesetround(FE_TONEAREST);
    _mm_setcsr(before);
    EXPECT_EQ(answer.centre, right.centre);
    EXPECT_EQ(answer.radius, right.radius);
    EXPECT_EQ(answer.bound, right.bound);
    EXPECT_EQ(after & 0xffc0, spoiled & 0xffc0) << "the caller's mode is the caller's";
  }
}
#endif

}  // namespace
}  // namespace attncheck
