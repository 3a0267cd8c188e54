// Who has no score has no number anywhere that could be taken for one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "feedback/class_summary.h"
#include "feedback/feedback.h"
#include "feedback/formats.h"
#include "tests/feedback/csv_rows.h"
#include "tests/feedback/sample_class.h"

namespace attncheck {
namespace {

/// Something was asked and lost before no verdict could be had.
Grade without_a_verdict() {
  Grade grade = sample_class()[1];
  GradedProperty open = held_property();
  open.id = "accuracy/c";
  open.standing = Standing::not_graded;
  open.why = "inconclusive: no problem of it could be decided";
  grade.groups.push_back({"Accuracy", 5, 0, 5, {open}});
  grade.not_graded = "accuracy/c: inconclusive: no problem of it could be decided";
  grade.possible = 15;
  return grade;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(NoScore, is_said_where_a_score_would_stand) {
  EXPECT_EQ(score_text(without_a_verdict()), "not graded");
  EXPECT_EQ(class_line(without_a_verdict(), 5),
            "ben        not graded  accuracy/c: inconclusive: no problem of it could be decided\n");
}

TEST(NoScore, looks_like_no_zero_in_the_feedback) {
  const std::string text = feedback_text(without_a_verdict());
  EXPECT_TRUE(
      text.starts_with("# one, ben: not graded\n\nThere is no score yet, and that is not a zero: "
                       "accuracy/c: inconclusive: no problem of it could be decided\n"))
      << text;
  EXPECT_TRUE(has(text, "accuracy/c: all is written (not graded)")) << text;
  EXPECT_FALSE(has(text, "0 of ")) << "of a group neither: " << text;
}

/// Something required is missing, and something else has no verdict: nobody knows yet what the teacher makes of it.
TEST(NoScore, is_not_told_together_with_points_that_are_not_given) {
  Grade grade = without_a_verdict();
  grade.earned = 0;
  grade.nothing_earned = "scaling/a is required, and is falsified";
  EXPECT_FALSE(has(feedback_text(grade), "No points are given")) << feedback_text(grade);
  EXPECT_FALSE(has(gradescope_json(grade), "No points")) << gradescope_json(grade);
  EXPECT_FALSE(has(grades_junit({grade}), "<failure"));
  EXPECT_EQ(score_text(grade), "not graded");
}

TEST(NoScore, is_none_for_gradescope) {
  const auto json = nlohmann::json::parse(gradescope_json(without_a_verdict()));
  EXPECT_FALSE(json.contains("score"));
  EXPECT_FALSE(json.contains("tests")) << "their scores would be added up";
  EXPECT_TRUE(json.at("output").get<std::string>().starts_with("Not graded, which is not a zero: accuracy/c: "));
}

TEST(NoScore, is_an_empty_field_in_a_table) {
  const auto rows = rows_of(scores_csv({without_a_verdict()}));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].size(), rows[0].size());
  for (const std::size_t column : {2, 4, 5, 6}) EXPECT_EQ(rows[1].at(column), "") << rows[0].at(column);
  EXPECT_EQ(rows[1].at(3), "15.00") << "what can be earned is known";
  EXPECT_EQ(rows[1].back(), "accuracy/c: inconclusive: no problem of it could be decided");
}

TEST(NoScore, is_an_error_and_no_failure_in_junit) {
  const std::string xml = grades_junit({without_a_verdict()});
  EXPECT_TRUE(has(xml, R"(tests="1" failures="0" errors="1" skipped="0")")) << xml;
  EXPECT_FALSE(has(xml, "<failure")) << xml;
}

TEST(NoScore, is_in_no_count_of_a_class) {
  const std::string text = class_text({without_a_verdict()}, {});
  EXPECT_TRUE(text.ends_with("0 of 1 submissions graded\n")) << text;
  EXPECT_FALSE(has(text, "#")) << "not in the histogram either: " << text;
  EXPECT_TRUE(has(text, "not graded, which is not a zero:\n  ben: accuracy/c: inconclusive")) << text;
}

}  // namespace
}  // namespace attncheck
