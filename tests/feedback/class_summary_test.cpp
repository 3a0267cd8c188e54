// What a teacher reads of a class: who got what, how the scores are spread, what failed how often.
#include "feedback/class_summary.h"

#include <gtest/gtest.h>

#include "tests/feedback/sample_class.h"

namespace attncheck {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Grade with_points(const std::string& student, double earned, double possible = 100) {
  Grade grade = grade_named(student);
  grade.earned = earned;
  grade.possible = possible;
  return grade;
}

std::vector<Grade> class_of(const std::vector<double>& points) {
  std::vector<Grade> grades;
  grades.reserve(points.size());
  for (const double earned : points) grades.push_back(with_points("ada", earned));
  return grades;
}

/// The last line.
std::string totals_of(const std::vector<double>& points) {
  const std::string text = class_text(class_of(points), {});
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST(ClassLine, says_who_got_what_and_what_is_worth_a_glance) {
  const std::vector<Grade> grades = sample_class();
  EXPECT_EQ(class_line(grades[0], 5), "ada          10 of 10\n") << "nothing stands behind it, not even spaces";
  EXPECT_EQ(class_line(grades[1], 5), "ben           6 of 10  behaves like scale/missing\n");
  EXPECT_EQ(class_line(grades[2], 5), "eve           0 of 10  class/eve.c: does not compile\n");
  EXPECT_EQ(class_line(grades[3], 5), "zoe        not graded  there is no file in it that attncheck can run\n");
}

TEST(ClassLine, says_what_was_lost_first_where_no_mistake_is_known) {
  Grade grade = sample_class()[1];
  grade.mistakes[0].faults.clear();
  EXPECT_TRUE(has(class_line(grade, 5), "  scaling/a: falsified: output[0][0] is 1\n")) << class_line(grade, 5);
}

TEST(ClassText, has_a_bar_for_each_tenth_and_everybody_in_one) {
  const std::string text = class_text(class_of({0, 9.99, 10, 19, 55, 55, 55, 99.99, 100}), {});
  EXPECT_TRUE(
      text.starts_with("    0 to  10 %    2  ##\n"
                       "   10 to  20 %    2  ##\n"
                       "   20 to  30 %    0  \n"
                       "   30 to  40 %    0  \n"
                       "   40 to  50 %    0  \n"
                       "   50 to  60 %    3  ###\n"
                       "   60 to  70 %    0  \n"
                       "   70 to  80 %    0  \n"
                       "   80 to  90 %    0  \n"
                       "   90 to 100 %    2  ##\n"))
      << text;
}

/// 2.4 / 3 is a little less than 0.8 in float64.
TEST(ClassText, puts_whole_tenths_where_they_begin_whatever_float64_makes_of_them) {
  for (int tenth = 0; tenth < 10; ++tenth) {
    const std::string text = class_text({with_points("ada", tenth * 30 / 100.0, 3)}, {});
    const std::string bar =
        std::to_string(tenth * 10) + " to " + (tenth < 9 ? " " : "") + std::to_string(tenth * 10 + 10) + " %    1  #\n";
    EXPECT_TRUE(has(text, bar)) << bar << text;
  }
}

TEST(ClassText, counts_nobody_of_whom_there_is_nothing_to_earn) {
  const std::string text = class_text({with_points("ada", 0, 0)}, {});
  EXPECT_FALSE(has(text, "#")) << text;
  EXPECT_TRUE(text.ends_with("1 of 1 submissions graded\n")) << text;
}

TEST(ClassText, has_the_mean_and_the_median) {
  EXPECT_EQ(totals_of({100, 0, 10}), "3 of 3 submissions graded; mean 36.7 %, median 10.0 %\n");
  EXPECT_EQ(totals_of({50}), "1 of 1 submissions graded; mean 50.0 %, median 50.0 %\n");
}

TEST(ClassText, has_a_median_between_the_two_in_the_middle) {
  EXPECT_EQ(totals_of({70, 100}), "2 of 2 submissions graded; mean 85.0 %, median 85.0 %\n");
  EXPECT_EQ(totals_of({0, 10, 20, 100}), "4 of 4 submissions graded; mean 32.5 %, median 15.0 %\n");
}

TEST(ClassText, names_what_failed_most_before_what_failed_less) {
  std::vector<Grade> grades(3, sample_class()[1]);
  for (std::size_t k = 0; k < 2; ++k) {
    GradedProperty more = lost_property();
    more.id = "accuracy/c";
    grades[k].groups[1].properties.push_back(more);
    more.id = "shape/d";
    more.standing = Standing::explained;
    grades[k].groups[1].properties.push_back(more);
  }
  grades[2].mistakes = {{{"causal/strict", "causal/off_by_one"}, "behaves like", ""}, {{}, "none fits", ""}};
  const std::string text = class_text(grades, {});
  EXPECT_TRUE(has(text,
                  "what failed, in how many submissions:\n     3  scaling/a\n     2  accuracy/c\n"
                  "likely mistakes:\n     2  scale/missing\n     1  causal/strict or alike\n"))
      << text;
  EXPECT_FALSE(has(text, "shape/d")) << "what costs nothing is no failure";
}

TEST(ClassText, names_ten_failures_at_most) {
  Grade grade = sample_class()[1];
  for (char c = 'a'; c < 'a' + 20; ++c) {
    grade.groups[0].properties.push_back(lost_property());
    grade.groups[0].properties.back().id = std::string("many/") + c;
  }
  const std::string text = class_text({grade}, {});
  EXPECT_TRUE(has(text, "many/j\n")) << text;
  EXPECT_FALSE(has(text, "many/k\n")) << text;
}

TEST(ClassText, names_the_three_slowest) {
  std::vector<Grade> grades;
  for (const auto& [student, seconds] : {std::pair{"ada", 1.0}, {"ben", 4.0}, {"cleo", 2.0}, {"dan", 3.0}}) {
    grades.push_back(with_points(student, 1));
    grades.back().seconds = seconds;
  }
  EXPECT_TRUE(has(class_text(grades, {}), "slowest: ben 4.0 s, dan 3.0 s, cleo 2.0 s\n")) << class_text(grades, {});
}

TEST(ClassText, names_who_waits_for_a_grade_and_what_nothing_can_run) {
  const std::string text = class_text(sample_class(), {"notes.txt", "a.zip"});
  EXPECT_TRUE(has(text,
                  "not graded, which is not a zero:\n  zoe: there is no file in it that attncheck can run\n"
                  "left alone, nothing can run it: notes.txt\nleft alone, nothing can run it: a.zip\n"
                  "3 of 4 submissions graded; "))
      << text;
}

TEST(ClassMarkdown, has_the_table_and_the_text) {
  const std::string text = class_markdown(sample_class(), {});
  EXPECT_TRUE(
      text.starts_with("# one\n\n3 of 4 submissions graded; mean 53.3 %, median 60.0 %\n\n"
                       "| student | score | |\n| --- | --- | --- |\n"
                       "| ada | 10 of 10 |  |\n| ben | 6 of 10 | behaves like scale/missing |\n"))
      << text;
  EXPECT_TRUE(has(text, class_text(sample_class(), {})));
}

}  // namespace
}  // namespace attncheck
