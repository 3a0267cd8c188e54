// The parts of the diagnosis: what is compared, what is read from a subject, when a candidate fits.
#include <gtest/gtest.h>

#include <cmath>

#include "diagnose/candidate.h"
#include "diagnose/families.h"
#include "diagnose/numbers.h"
#include "fault/table.h"
#include "subject/in_process.h"
#include "tests/diagnose/variants.h"

namespace attncheck {
namespace {

InProcessSubject stepped(const Steps& steps) {
  return InProcessSubject([steps](const Problem& problem) { return run_steps(steps, problem); });
}

Steps scaled(double factor) {
  Steps steps = right_steps();
  steps.scale = [=](const Shape& shape) { return factor / std::sqrt(static_cast<double>(shape.head_dim)); };
  return steps;
}

TEST(Diagnosis, a_fault_of_every_group_is_given_its_own_name) {
  std::string group;
  for (const Fault* fault : all_faults()) {
    if (fault->group == group || fault->card().effect != Effect::wrong_output || fault->steps().is_whole()) continue;
    group = fault->group;
    const auto diagnosis = diagnosis_of("fault:" + fault->id());
    ASSERT_TRUE(diagnosis) << fault->id();
    EXPECT_NE(std::ranges::find(diagnosis->faults, fault->id()), diagnosis->faults.end())
        << fault->id() << ": " << diagnosis->mistake;
  }
  EXPECT_FALSE(group.empty());
}

TEST(Diagnosis, a_fault_is_named_in_float64_too) {
  const auto diagnosis = diagnosis_of("fault:scale/missing", DType::float64);
  ASSERT_TRUE(diagnosis);
  EXPECT_EQ(diagnosis->faults, std::vector<std::string>{"scale/missing"});
  EXPECT_EQ(diagnosis->dtype, DType::float64);
}

TEST(Diagnosis, a_fault_of_the_scale_is_told_with_the_scale_the_subject_has) {
  const auto diagnosis = diagnosis_of("fault:scale/by_head_dim");
  ASSERT_TRUE(diagnosis);
  EXPECT_NE(diagnosis->mistake.find("divided by 64.0 = head_dim; expected 8.00 = sqrt(head_dim)"), std::string::npos)
      << diagnosis->mistake;
}

TEST(Diagnosis, what_is_known_to_remember_is_told_as_a_mistake_that_remembers) {
  std::ostringstream log;
  const auto mistake = [&](const std::string& fault) {
    const auto subject = open_subject(fault, log);
    DiagnosisParams params;
    params.seed = 20170612;
    params.remembers = true;
    return diagnose(*subject, params).value_or(Diagnosis{}).mistake;
  };
  EXPECT_EQ(mistake("fault:conduct/scale_of_the_first_call").find("behaves like conduct/scale_of_the_first_call"), 0U);
  const std::string other = mistake("fault:scale/missing");
  EXPECT_EQ(other.find("behaves like scale/missing"), 0U) << other;
  EXPECT_TRUE(other.ends_with("its answers depend on earlier calls too, which that does not explain")) << other;
}

TEST(Diagnosis, a_fault_with_other_tiles_is_named_with_its_tiles) {
  Steps steps = right_steps();
  steps.rescale_output = [](double, double) { return 1.0; };
  steps.tile = 32;
  InProcessSubject subject = stepped(steps);
  const auto diagnosis = diagnose(subject, DiagnosisParams{});
  ASSERT_TRUE(diagnosis);
  EXPECT_EQ(diagnosis->faults, std::vector<std::string>{"online/output_not_rescaled"});
  EXPECT_NE(diagnosis->mistake.find("with tiles of 32"), std::string::npos) << diagnosis->mistake;
}

TEST(Diagnosis, right_steps_are_given_no_name) {
  for (const DType dtype : {DType::float32, DType::float64}) {
    InProcessSubject subject = stepped(right_steps());
    DiagnosisParams params;
    params.dtype = dtype;
    EXPECT_FALSE(diagnose(subject, params));
  }
}

TEST(Diagnosis, a_subject_that_never_returns_an_answer_is_given_no_name) {
  InProcessSubject subject([](const Problem&) -> Tensor { throw std::runtime_error("no"); });
  EXPECT_FALSE(diagnose(subject, DiagnosisParams{}));
}

TEST(Diagnosis, the_same_seed_gives_the_same_diagnosis) {
  InProcessSubject one = stepped(scaled(0.75)), other = stepped(scaled(0.75));
  const auto first = diagnose(one, DiagnosisParams{}), again = diagnose(other, DiagnosisParams{});
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->mistake, again->mistake);
  EXPECT_EQ(first->on(), again->on());
}

TEST(Diagnosis, any_seed_names_a_mistake_alike) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    InProcessSubject subject = stepped(scaled(0.75));
    DiagnosisParams params;
    params.seed = seed;
    const auto diagnosis = diagnose(subject, params);
    ASSERT_TRUE(diagnosis);
    EXPECT_EQ(diagnosis->faults, std::vector<std::string>{"scale"}) << diagnosis->mistake;
  }
}

TEST(ComparedProblems, keep_to_what_the_subject_declared) {
  DiagnosisParams params;
  params.limits.shapes.max_tokens = 20;
  params.limits.max_logit = 10;
  const std::vector<Problem> problems = problems_to_compare(params);
  EXPECT_GT(problems.size(), 10U);
  for (const Problem& problem : problems) {
    EXPECT_LE(problem.shape.tokens, 20);
    const double root = std::sqrt(static_cast<double>(problem.shape.head_dim));
    for (Index i = 0; i < problem.shape.tokens; ++i)
      for (Index j = 0; j < problem.shape.tokens; ++j) {
        double dot = 0;
        for (Index c = 0; c < problem.shape.head_dim; ++c) dot += problem.query(i, c) * problem.key(j, c);
        EXPECT_LE(std::abs(dot) / root, 10 * (1 + 0x1p-20));
      }
  }
}

TEST(ComparedProblems, hold_the_counterexamples_but_none_with_NaN) {
  DiagnosisParams params;
  const std::size_t designed = problems_to_compare(params).size();
  const Problem plain = small_problem({{1}}, {{1}}, {{1}}, false);
  Problem poisoned = plain;
  poisoned.value(0, 0) = std::nan("");
  params.counterexamples = {plain, poisoned};
  EXPECT_EQ(problems_to_compare(params).size(), designed + 1);
}

TEST(Reader, reads_the_scale_of_a_subject) {
  InProcessSubject subject = stepped(scaled(3));
  const DiagnosisParams params;
  Reader reader(subject, params);
  const auto scale = reader.scale({8, 16, 8});
  ASSERT_TRUE(scale);
  EXPECT_LT(std::abs(*scale - 0.75), 0x1p-12);
}

TEST(Reader, asks_nothing_beyond_what_the_subject_declared) {
  InProcessSubject subject = stepped(right_steps());
  DiagnosisParams params;
  params.limits.shapes.max_tokens = 2;
  params.limits.max_logit = 5;
  Reader reader(subject, params);
  EXPECT_FALSE(reader.weights({1, 2, 3}, false, 0));
  EXPECT_FALSE(reader.weights({6, 0}, false, 0));
  EXPECT_EQ(subject.calls(), 0);
  EXPECT_TRUE(reader.weights({4, 0}, false, 0));
}

TEST(Reader, finds_a_threshold_to_the_last_bits) {
  EXPECT_EQ(threshold(0, 8, [](double x) { return x >= 5; }), 5);
}

TEST(Numbers, are_tried_as_people_write_them) {
  const std::vector<double> tried = as_written(-9999.98);
  for (const double number : {-10000.0, -9999.98}) EXPECT_NE(std::ranges::find(tried, number), tried.end()) << number;
  EXPECT_TRUE(as_written(std::nan("")).empty());
  EXPECT_FALSE(std::signbit(as_written(-0x1p-30)[0]));
}

/// A problem as compare would make it, answered by `subject`.
Compared compared(const Steps& subject, double bound) {
  Compared one;
  one.problem = small_problem({{1, 2}, {2, 0}}, {{1, 1}, {0, 1}}, {{1}, {3}}, false);
  one.rows = {0, 1};
  one.answered = run_steps(subject, one.problem);
  one.truth = run_steps(right_steps(), one.problem);
  one.bound = Tensor(2, 1, bound);
  one.failing = true;
  one.nearby = {one.problem, one.problem};
  return one;
}

Candidate of(const Steps& steps) {
  Candidate candidate = family_member("scale", "");
  candidate.steps = steps;
  return candidate;
}

TEST(Fit, a_candidate_that_answers_alike_fits) {
  const Fit how = fit(of(scaled(2)), {compared(scaled(2), 0x1p-20)});
  EXPECT_TRUE(how.fits);
  EXPECT_EQ(how.explained, 1);
  EXPECT_EQ(how.compared, 1);
}

TEST(Fit, a_candidate_that_answers_otherwise_does_not_fit) {
  EXPECT_FALSE(fit(of(scaled(3)), {compared(scaled(2), 0x1p-20)}).fits);
}

TEST(Fit, the_truth_itself_fits_nothing_however_wide_the_bound) {
  EXPECT_FALSE(fit(of(right_steps()), {compared(scaled(1 + 0x1p-10), 0x1p-13)}).fits);
}

TEST(Fit, a_candidate_must_explain_a_failure_and_not_only_what_is_right) {
  Compared right = compared(right_steps(), 0x1p-20);
  right.failing = false;
  EXPECT_FALSE(fit(of(right_steps()), {right}).fits);
}

}  // namespace
}  // namespace attncheck
