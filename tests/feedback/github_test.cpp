// Grades in the words of GitHub Actions.
#include "feedback/github.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/feedback/sample_class.h"

namespace attncheck {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(StudentAnnotations, warn_of_each_property_that_costs_points_with_its_promise_and_its_command) {
  const std::vector<Grade> grades = sample_class();
  EXPECT_EQ(student_annotations(grades[0]), "") << "nothing was lost";
  EXPECT_EQ(student_annotations(grades[1]),
            "::warning title=attncheck Scale%3A scaling/a::the scale is right. falsified: output[0][0] is 1 "
            "(again: attncheck check mine.c --properties scaling/a)\n");
}

TEST(StudentAnnotations, are_one_error_where_there_is_no_score_or_nothing_was_earned) {
  const std::vector<Grade> grades = sample_class();
  EXPECT_EQ(student_annotations(grades[2]), "::error title=attncheck eve::class/eve.c: does not compile\n");
  EXPECT_EQ(student_annotations(grades[3]),
            "::error title=attncheck zoe::not graded: there is no file in it that attncheck can run\n");
}

TEST(ClassAnnotations, name_who_is_not_graded_and_nobody_for_a_mistake) {
  const std::vector<Grade> grades = sample_class();
  const std::string text = class_annotations(grades);
  EXPECT_TRUE(text.starts_with("::error title=attncheck zoe::not graded, which is not a zero: ")) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
  EXPECT_EQ(class_annotations({grades[0], grades[1]}), "");
  EXPECT_EQ(std::ranges::count(class_annotations(std::vector<Grade>(30, grades[3])), '\n'), 10) << "GitHub shows ten";
}

TEST(Annotations, that_students_name_are_one_line_each) {
  Grade grade = sample_class()[3];
  grade.student = "a,b::c\n::error";
  grade.not_graded = "100 %\n::set-output name=x::y";
  const std::string text = student_annotations(grade);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
  EXPECT_TRUE(text.starts_with("::error title=attncheck a%2Cb%3A%3Ac")) << text;
}

TEST(StepSummary, is_the_feedback_of_one_and_the_table_of_a_class) {
  const std::vector<Grade> grades = sample_class();
  EXPECT_TRUE(student_step_summary(grades[1]).starts_with("# one, ben: 6 of 10\n"));
  const std::string text = class_step_summary(grades, {"notes.txt"});
  EXPECT_TRUE(has(text, "| ben | 6 of 10 | behaves like scale/missing |")) << text;
  EXPECT_TRUE(has(text, "left alone, nothing can run it: notes.txt")) << text;
}

TEST(StepSummary, of_a_large_class_is_cut_at_a_line_and_says_so) {
  const std::vector<Grade> many(200, sample_class()[1]);
  const std::string text = class_step_summary(many, {}, 1000);
  EXPECT_LE(text.size(), 1000U);
  EXPECT_TRUE(text.starts_with("Cut: ") && text.ends_with("|\n")) << text;
  EXPECT_LE(class_step_summary(many, {}, 10).size(), 100U) << "nothing but the note";
}

}  // namespace
}  // namespace attncheck
