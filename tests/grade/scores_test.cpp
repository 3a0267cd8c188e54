// How points are counted: each row of the table in docs/grading.md, and what one mistake costs.
#include <gtest/gtest.h>

#include "tests/grade/run_results.h"

namespace attncheck {
namespace {

const Rubric two_groups = rubric_of({{"A", {"scaling/a", "scaling/b"}}, {"B", {"accuracy/c", "average/d"}}});

RunResult all_hold() {
  return run_of({property("scaling/a", Outcome::holds), property("scaling/b", Outcome::holds),
                 property("accuracy/c", Outcome::holds), property("average/d", Outcome::holds)});
}

RunResult but(const std::vector<PropertyResult>& others) {
  RunResult run = all_hold();
  for (const PropertyResult& other : others)
    for (PropertyResult& one : run.properties)
      if (one.id == other.id) one = other;
  return run;
}

TEST(Scores, what_holds_earns_all) {
  const Grade grade = grade_of(two_groups, all_hold());
  EXPECT_EQ(grade.earned, 20);
  EXPECT_EQ(grade.possible, 20);
  EXPECT_EQ(grade.not_graded, "");
  EXPECT_EQ(grade.command, "attncheck check mine.c --properties *");
}

TEST(Scores, a_failure_costs_its_share_or_all_of_its_group) {
  const RunResult run = but({property("scaling/a", Outcome::falsified)});
  EXPECT_EQ(grade_of(two_groups, run).earned, 15);
  const Rubric strict = rubric_of({{"A", {"scaling/a", "scaling/b"}}, {"B", {"accuracy/c"}}}, Scoring::all);
  EXPECT_EQ(grade_of(strict, run).earned, 10);
  const Grade grade = grade_of(two_groups, run);
  const GradedProperty& lost = of(grade, "scaling/a");
  EXPECT_EQ(lost.standing, Standing::lost);
  EXPECT_EQ(lost.why, "falsified: what was seen of scaling/a");
}

TEST(Scores, shares_are_counted_to_the_hundredth) {
  const Rubric three = rubric_of({{"A", {"scaling/a", "scaling/b", "average/d"}}});
  EXPECT_EQ(grade_of(three, but({property("scaling/a", Outcome::crashed)})).earned, 6.67);
}

TEST(Scores, what_does_not_apply_is_outside_the_total) {
  const Grade one = grade_of(two_groups, but({property("scaling/a", Outcome::not_applicable)}));
  EXPECT_EQ(one.earned, 20);
  EXPECT_EQ(one.possible, 20);
  const Grade both =
      grade_of(two_groups,
               but({property("scaling/a", Outcome::not_applicable), property("scaling/b", Outcome::not_applicable)}));
  EXPECT_EQ(both.earned, 10);
  EXPECT_EQ(both.possible, 10);
}

TEST(Scores, what_is_withheld_is_not_earned_and_says_why) {
  const Grade grade = grade_of(two_groups, but({property("average/d", Outcome::withheld)}));
  EXPECT_EQ(of(grade, "average/d").standing, Standing::not_earned);
  EXPECT_EQ(of(grade, "average/d").why, "withheld: the reason of average/d");
  EXPECT_EQ(grade.earned, 15);
  EXPECT_EQ(grade.not_graded, "");
}

TEST(Scores, without_a_verdict_there_is_no_score) {
  for (const Outcome outcome : {Outcome::gave_up, Outcome::inconclusive, Outcome::checker_error}) {
    const Grade grade = grade_of(two_groups, but({property("scaling/b", outcome)}));
    EXPECT_EQ(of(grade, "scaling/b").standing, Standing::not_graded);
    EXPECT_NE(grade.not_graded.find("scaling/b: "), std::string::npos);
  }
  RunResult short_run = all_hold();
  short_run.properties.pop_back();
  EXPECT_EQ(grade_of(two_groups, short_run).not_graded, "average/d: not asked");
}

TEST(Scores, what_is_proven_on_one_dtype_is_lost_whatever_another_says) {
  RunResult run = all_hold();
  run.properties.push_back(property("scaling/a", Outcome::falsified, DType::float64));
  run.properties.push_back(property("scaling/b", Outcome::inconclusive, DType::float64));
  run.properties[1].outcome = Outcome::falsified;
  const Grade grade = grade_of(two_groups, run);
  EXPECT_EQ(of(grade, "scaling/a").standing, Standing::lost);
  EXPECT_EQ(of(grade, "scaling/b").standing, Standing::lost);
  EXPECT_EQ(grade.not_graded, "");
}

TEST(Scores, an_oracle_that_contradicts_itself_grades_nobody) {
  RunResult run = all_hold();
  run.properties.push_back(property("reference/audit", Outcome::checker_error));
  EXPECT_EQ(grade_of(two_groups, run).not_graded, "reference/audit: the reason of reference/audit");
}

TEST(Scores, what_is_required_and_missing_costs_everything) {
  Rubric rubric = two_groups;
  rubric.required = {"scaling/a"};
  EXPECT_EQ(grade_of(rubric, all_hold()).earned, 20);
  const Grade grade = grade_of(rubric, but({property("scaling/a", Outcome::falsified)}));
  EXPECT_EQ(grade.earned, 0);
  EXPECT_EQ(grade.possible, 20);
  EXPECT_NE(grade.nothing_earned.find("scaling/a is required"), std::string::npos);
}

TEST(Scores, that_no_arithmetic_explains_all_counts_where_accuracy_is_asked) {
  RunResult run = all_hold();
  run.properties.push_back(property(together_id, Outcome::falsified));
  EXPECT_EQ(grade_of(two_groups, run).earned, 16.67);
  EXPECT_EQ(grade_of(rubric_of({{"A", {"scaling/a"}}}), run).earned, 10);
}

TEST(Excuses, accuracy_that_a_mistake_explains_costs_only_where_the_mistake_is_paid_for) {
  const RunResult run = but({property("scaling/a", Outcome::falsified), inaccurate("scaling/b"),
                             inaccurate("accuracy/c"), inaccurate("average/d")});
  const Grade grade = grade_of(two_groups, with_mistake(run, "scale/missing"));
  EXPECT_EQ(of(grade, "scaling/b").standing, Standing::lost);
  EXPECT_EQ(of(grade, "accuracy/c").standing, Standing::explained);
  EXPECT_EQ(of(grade, "average/d").standing, Standing::explained);
  EXPECT_EQ(grade.earned, 10);
  ASSERT_EQ(grade.mistakes.size(), 1U);
  EXPECT_NE(grade.mistakes[0].read_again.find("sqrt(head_dim)"), std::string::npos);
}

TEST(Excuses, are_for_a_mistake_that_explains_every_compared_problem) {
  const RunResult run = but({property("scaling/a", Outcome::falsified), inaccurate("accuracy/c")});
  EXPECT_EQ(grade_of(two_groups, with_mistake(run, "scale/missing", 9)).earned, 10);
  EXPECT_EQ(grade_of(two_groups, run).earned, 10);
  EXPECT_EQ(grade_of(two_groups, with_mistake(run, "scale/missing")).earned, 15);
}

TEST(Excuses, are_not_for_cheats) {
  const RunResult run = but({property("scaling/a", Outcome::falsified), inaccurate("accuracy/c")});
  EXPECT_EQ(grade_of(two_groups, with_mistake(run, "cheats/zeros")).earned, 10);
}

TEST(Excuses, need_somebody_who_pays) {
  const RunResult run = but({inaccurate("scaling/b"), inaccurate("accuracy/c")});
  EXPECT_EQ(grade_of(two_groups, with_mistake(run, "precision/logits_in_bfloat16")).earned, 10);
}

TEST(Excuses, are_not_for_crashes_and_broken_laws) {
  const RunResult run = but({property("scaling/a", Outcome::falsified), property("accuracy/c", Outcome::crashed),
                             property("average/d", Outcome::falsified)});
  EXPECT_EQ(grade_of(two_groups, with_mistake(run, "scale/missing")).earned, 5);
}

TEST(HiddenProblems, that_fail_are_told_without_a_number_of_theirs) {
  RunResult hidden = but({property("average/d", Outcome::falsified)});
  hidden.seed = 424242;
  hidden.properties[3].findings[0].message = "output[0][0] is 0.123456789";
  hidden.properties[3].findings[0].subject_stderr = "0.123456789";
  const Grade grade = grade_of(two_groups, all_hold(), hidden);
  const GradedProperty& lost = of(grade, "average/d");
  EXPECT_TRUE(lost.hidden);
  EXPECT_EQ(lost.standing, Standing::lost);
  EXPECT_EQ(lost.claim, "the promise of average/d");
  EXPECT_EQ(lost.why, "falsified on problems that are not shown");
  EXPECT_EQ(lost.command, "attncheck check mine.c --properties average/d");
  EXPECT_EQ(grade.earned, 15);
  for (const char* secret : {"0.123456789", "424242", "evidence of"})
    EXPECT_EQ(grade_text(grade).find(secret), std::string::npos) << secret;
}

TEST(HiddenProblems, are_asked_of_what_holds) {
  const RunResult run =
      but({property("scaling/a", Outcome::falsified), property("average/d", Outcome::not_applicable)});
  EXPECT_EQ(that_hold(two_groups, run), (std::vector<std::string>{"scaling/b", "accuracy/c"}));
}

TEST(HiddenProblems, are_excused_by_the_mistake_that_they_show) {
  const RunResult open = but({property("scaling/a", Outcome::falsified)});
  RunResult hidden =
      run_of({property("scaling/b", Outcome::holds), inaccurate("accuracy/c"), property("average/d", Outcome::holds)});
  EXPECT_EQ(grade_of(two_groups, open, hidden).earned, 10);
  EXPECT_EQ(grade_of(two_groups, open, with_mistake(hidden, "scale/missing")).earned, 15);
}

TEST(HiddenProblems, without_a_verdict_leave_no_score) {
  const Grade grade = grade_of(two_groups, all_hold(), but({property("accuracy/c", Outcome::inconclusive)}));
  EXPECT_EQ(grade.not_graded, "accuracy/c: inconclusive on problems that are not shown");
}

}  // namespace
}  // namespace attncheck
