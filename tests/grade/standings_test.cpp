// What decides how a property stands where dtypes, public and hidden problems say different things, and what a grade
// may tell of it.
#include <gtest/gtest.h>

#include "tests/grade/run_results.h"

namespace attncheck {
namespace {

constexpr Outcome all_against[] = {Outcome::falsified, Outcome::crashed, Outcome::timed_out, Outcome::out_of_memory};

PropertyResult holds(const std::string& id, DType dtype = DType::float32) {
  return property(id, Outcome::holds, dtype);
}

RubricGroup worth(double points, const std::string& name, const std::vector<std::string>& properties) {
  return {name, points, Scoring::share, properties};
}

Rubric rubric_with(const std::vector<RubricGroup>& groups) {
  Rubric rubric;
  rubric.groups = groups;
  return rubric;
}

const Rubric one_property = rubric_with({worth(10, "A", {"a/a"})});

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Standing, of_what_speaks_against_a_submission_is_lost_with_its_reason_evidence_and_command) {
  for (const Outcome outcome : all_against) {
    PropertyResult result = property("a/a", Outcome::falsified);
    result.outcome = outcome;
    const Grade grade = grade_of(one_property, run_of({result}));
    const GradedProperty& lost = of(grade, "a/a");
    EXPECT_EQ(name(lost.standing), "lost");
    EXPECT_EQ(lost.claim, "the promise of a/a");
    EXPECT_EQ(lost.why, std::string(name(outcome)) + ": what was seen of a/a");
    EXPECT_EQ(lost.evidence, "evidence of a/a\n");
    EXPECT_EQ(lost.command, "attncheck check mine.c --properties a/a");
    EXPECT_FALSE(lost.hidden);
    EXPECT_EQ(grade.earned, 0);
    EXPECT_EQ(grade.not_graded, "");
  }
}

TEST(Standing, of_several_dtypes_is_decided_by_what_speaks_against_the_submission_most) {
  using enum Outcome;
  const auto standing = [](Outcome on32, Outcome on64) {
    const RunResult run = run_of({property("a/a", on32), property("a/a", on64, DType::float64)});
    return name(of(grade_of(one_property, run), "a/a").standing);
  };
  for (const bool swapped : {false, true}) {
    const auto both = [&](Outcome a, Outcome b) { return swapped ? standing(b, a) : standing(a, b); };
    EXPECT_EQ(both(falsified, inconclusive), "lost");
    EXPECT_EQ(both(crashed, checker_error), "lost");
    EXPECT_EQ(both(falsified, holds), "lost");
    EXPECT_EQ(both(falsified, withheld), "lost");
    EXPECT_EQ(both(inconclusive, holds), "not_graded");
    EXPECT_EQ(both(gave_up, withheld), "not_graded");
    EXPECT_EQ(both(withheld, holds), "not_earned");
    EXPECT_EQ(both(withheld, not_applicable), "not_earned");
    EXPECT_EQ(both(not_applicable, holds), "earned");
    EXPECT_EQ(both(not_applicable, not_applicable), "outside");
  }
}

TEST(Standing, shows_the_counterexample_of_the_dtype_that_has_one) {
  const RunResult run = run_of({holds("a/a"), property("a/a", Outcome::falsified, DType::float64)});
  EXPECT_EQ(of(grade_of(one_property, run), "a/a").evidence, "evidence of a/a\n");
  EXPECT_EQ(of(grade_of(one_property, run_of({holds("a/a")})), "a/a").evidence, "");
}

/// A number for who has none would be taken for a grade.
TEST(Standing, without_a_verdict_has_null_for_its_points) {
  for (const Outcome outcome : {Outcome::gave_up, Outcome::inconclusive, Outcome::checker_error}) {
    const Grade grade = grade_of(one_property, run_of({property("a/a", outcome)}));
    EXPECT_EQ(grade.not_graded, "a/a: " + std::string(name(outcome)) + ": the reason of a/a");
    EXPECT_TRUE(contains(grade_text(grade), "\"earned\": null,\n  \"possible\": 10")) << grade_text(grade);
  }
  EXPECT_NE(grade_of(one_property, run_of({})).not_graded, "");
}

/// 0.1 + 0.2 is not 0.3 in float64, and nobody should see that.
TEST(Points, add_up_to_hundredths_and_not_to_what_float64_makes_of_them) {
  const Grade grade =
      grade_of(rubric_with({worth(0.1, "A", {"a/a"}), worth(0.2, "B", {"b/a"})}), run_of({holds("a/a"), holds("b/a")}));
  EXPECT_TRUE(contains(grade_text(grade), "\"earned\": 0.3,\n  \"possible\": 0.3,\n")) << grade_text(grade);
}

TEST(Points, of_a_property_that_does_not_apply_go_to_the_others_of_its_group) {
  const Grade grade = grade_of(
      rubric_with({worth(10, "A", {"a/a", "a/b"}), worth(5, "B", {"b/a"})}),
      run_of({holds("a/a"), property("a/b", Outcome::not_applicable), property("b/a", Outcome::not_applicable)}));
  EXPECT_EQ(grade.groups.at(0).earned, 10);
  EXPECT_EQ(grade.groups.at(1).possible, 0);
  EXPECT_EQ(grade.groups[1].points, 5) << "as the rubric has it";
  EXPECT_EQ(grade.possible, 10);
}

/// One that pays for its own claim, and one that is only inaccurate.
class Excuse : public testing::Test {
 protected:
  std::string_view accuracy() const { return name(of(grade_of(asked, found), "accuracy/a").standing); }

  Rubric asked = rubric_with({worth(10, "Scale", {"scaling/a"}), worth(20, "Accuracy", {"accuracy/a"})});
  RunResult found = with_mistake(run_of({property("scaling/a", Outcome::falsified), inaccurate("accuracy/a")}), "x/y");
};

TEST_F(Excuse, holds_for_the_dtype_of_the_mistake_alone) {
  EXPECT_EQ(accuracy(), "explained");
  found.properties.push_back(property("accuracy/a", Outcome::falsified, DType::float64));
  EXPECT_EQ(accuracy(), "lost");
  found.diagnoses.push_back(found.diagnoses[0]);
  found.diagnoses[1].dtype = DType::float64;
  EXPECT_EQ(accuracy(), "explained");
  EXPECT_EQ(grade_of(asked, found).mistakes.size(), 1U) << "one mistake is told once";
}

TEST_F(Excuse, needs_a_known_mistake_and_something_compared) {
  found.diagnoses[0].explained = found.diagnoses[0].compared = 0;
  EXPECT_EQ(accuracy(), "lost");
  found.diagnoses[0] = {DType::float32, {}, "behaves like no known mistake", 10, 10};
  EXPECT_EQ(accuracy(), "lost");
}

TEST_F(Excuse, is_for_no_call_that_gave_no_answer) {
  for (const Outcome outcome : all_against) {
    found.properties[1].outcome = outcome;
    EXPECT_EQ(accuracy(), outcome == Outcome::falsified ? "explained" : "lost") << name(outcome);
  }
}

/// Each word of it could tell what the hidden problem is.
RunResult telling_run(const std::vector<PropertyResult>& properties) {
  RunResult run = with_mistake(run_of(properties), "TELLING/fault", 3);
  run.seed = 987654321987654321;
  for (PropertyResult& one : run.properties) {
    one.reason = "TELLING";
    for (Finding& finding : one.findings)
      finding.message = finding.drawn = finding.reproduce = finding.subject_stderr = finding.problem.family = "TELLING";
  }
  return run;
}

void expect_nothing_told(const Grade& grade) {
  for (const char* part : {"TELLING", "987654321987654321", "evidence of"})
    EXPECT_FALSE(contains(grade_text(grade), part)) << part << grade_text(grade);
}

TEST(Hidden, problems_tell_nothing_whatever_comes_of_them) {
  for (const Outcome outcome : {Outcome::falsified, Outcome::crashed, Outcome::timed_out, Outcome::out_of_memory,
                                Outcome::withheld, Outcome::gave_up, Outcome::inconclusive, Outcome::checker_error}) {
    PropertyResult result = property("a/a", Outcome::falsified);
    result.outcome = outcome;
    const Grade grade = grade_of(one_property, run_of({holds("a/a")}), telling_run({result}));
    EXPECT_EQ(of(grade, "a/a").why, std::string(name(outcome)) + " on problems that are not shown");
    EXPECT_TRUE(of(grade, "a/a").hidden);
    EXPECT_EQ(grade.earned, 0);
    EXPECT_EQ(grade.not_graded.empty(), against_subject(outcome) || outcome == Outcome::withheld) << name(outcome);
    expect_nothing_told(grade);
  }
}

TEST(Hidden, problems_change_nothing_where_all_of_them_hold) {
  const Rubric rubric = rubric_with({worth(10, "A", {"a/a", "a/b"})});
  const RunResult open = run_of({holds("a/a"), property("a/b", Outcome::falsified)});
  EXPECT_EQ(grade_text(grade_of(rubric, open, telling_run({holds("a/a")}))), grade_text(grade_of(rubric, open)));
}

TEST(Hidden, problems_that_were_not_asked_are_no_verdict) {
  const Grade grade = grade_of(rubric_with({worth(10, "A", {"a/a", "a/b"})}), run_of({holds("a/a"), holds("a/b")}),
                               telling_run({holds("a/a")}));
  EXPECT_EQ(name(of(grade, "a/b").standing), "not_graded");
  EXPECT_NE(grade.not_graded, "");
}

TEST(Hidden, problems_can_fail_what_is_required_and_tell_nothing_then) {
  Rubric rubric = rubric_with({worth(10, "A", {"a/a"}), worth(4, "B", {"b/a"})});
  rubric.required = {"b/a"};
  const Grade grade = grade_of(rubric, run_of({holds("a/a"), holds("b/a")}),
                               telling_run({holds("a/a"), property("b/a", Outcome::falsified)}));
  EXPECT_EQ(grade.earned, 0);
  EXPECT_EQ(grade.nothing_earned, "b/a is required, and is falsified on problems that are not shown");
  expect_nothing_told(grade);
}

TEST(Hidden, problems_that_no_arithmetic_explains_count_where_accuracy_is_asked) {
  const Rubric rubric = rubric_with({worth(10, "Accuracy", {"accuracy/a"})});
  const Grade grade = grade_of(rubric, run_of({holds("accuracy/a")}),
                               telling_run({holds("accuracy/a"), property(together_id, Outcome::falsified)}));
  EXPECT_EQ(grade.earned, 5);
  EXPECT_TRUE(of(grade, together_id).hidden);
  EXPECT_EQ(of(grade, together_id).claim, "the promise of accuracy/one_arithmetic_explains_all");
  expect_nothing_told(grade);
}

TEST(Hidden, problems_that_the_oracle_contradicts_itself_on_leave_no_score) {
  const RunResult hidden = run_of({holds("a/a"), property("reference/audit", Outcome::checker_error)});
  EXPECT_NE(grade_of(one_property, run_of({holds("a/a")}), hidden).not_graded, "");
}

TEST(Required, is_met_by_what_does_not_apply_and_not_by_what_is_withheld) {
  Rubric rubric = rubric_with({worth(10, "A", {"a/a"}), worth(4, "B", {"b/a"})});
  rubric.required = {"b/a"};
  EXPECT_EQ(grade_of(rubric, run_of({holds("a/a"), property("b/a", Outcome::not_applicable)})).earned, 10);
  EXPECT_EQ(grade_of(rubric, run_of({holds("a/a"), property("b/a", Outcome::withheld)})).earned, 0);
}

}  // namespace
}  // namespace attncheck
