// The page of a class: who got what and why, and who waits for an answer.
#include "page/class_page.h"

#include <gtest/gtest.h>

#include "feedback/class_counts.h"
#include "tests/page/markup.h"
#include "tests/page/sample_pages.h"

namespace attncheck::page {
namespace {

void expect_sound(const std::string& page) {
  EXPECT_EQ(mistake_in_body(page), "");
  for (const char* outside : {"http:", "https:", "src=", "<link", "<script", "@import", "url("})
    EXPECT_FALSE(contains(page, outside)) << outside;
}

TEST(ClassPage, says_who_got_what_and_what_failed) {
  const std::string page = class_page(sample_class(), {"notes.txt"});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "3 of 4 submissions graded; mean 53.3 %, median 60.0 %")) << page;
  EXPECT_TRUE(contains(page, "100 of 100"));
  EXPECT_TRUE(contains(page, "60 of 100"));
  EXPECT_TRUE(contains(page, "<td class=\"number lost\">0 of 40</td>"));
  EXPECT_TRUE(contains(page, "<code>causal/off_by_one</code>"));
  EXPECT_TRUE(contains(page, "the chapter on masks"));
  EXPECT_TRUE(contains(page, "notes.txt"));
  EXPECT_TRUE(contains(page, "expected &apos;;&apos;")) << "the compiler";
  EXPECT_EQ(count_of(page, "<td class=\"lost\" title=\"lost\">x</td>"), 1U);
  for (const char* student : {"ann", "bo", "cy", "dee"})
    EXPECT_EQ(count_of(page, std::string("<strong>") + student + "</strong>"), 1U) << student;
}

TEST(ClassPage, does_not_take_who_is_not_graded_for_a_zero) {
  const std::string page = class_page(sample_class(), {});
  EXPECT_TRUE(contains(page, "that is not a zero"));
  EXPECT_TRUE(contains(page, "cy</a>: python3 is not installed here"));
  EXPECT_TRUE(contains(page, "<td class=\"number open\">not graded</td>"));
  const std::vector<int> histogram = score_histogram(sample_class());
  EXPECT_EQ(histogram, (std::vector<int>{1, 0, 0, 0, 0, 0, 1, 0, 0, 1})) << "dee, bo and ann";
}

TEST(ClassPage, tells_the_points_of_nobody_who_is_not_graded) {
  std::vector<Grade> grades = {grade_of("bo", 60)};
  grades[0].not_graded = "an error of the checker";
  const std::string page = class_page(grades, {});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "<h3>causality</h3>"));
  EXPECT_FALSE(contains(page, "of 40"));
  EXPECT_EQ(score_histogram(grades), std::vector<int>(score_bins));
}

TEST(ClassPage, counts_in_whole_hundredths_and_takes_the_middle_of_two) {
  std::vector<Grade> grades = {grade_of("ann", 30), grade_of("bo", 70)};
  grades[0].earned = 0.1 + 0.2;
  grades[0].possible = 1;
  EXPECT_EQ(score_histogram(grades), (std::vector<int>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0}));
  EXPECT_DOUBLE_EQ(totals_of(grades).median, 50);
}

TEST(ClassPage, links_each_student_to_a_section_that_is_there) {
  const std::string page = class_page(sample_class(), {});
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(count_of(page, "<details id=\"student-" + std::to_string(k) + "\">"), 1U);
    EXPECT_GE(count_of(page, "href=\"#student-" + std::to_string(k) + "\""), 1U);
  }
}

TEST(ClassPage, marks_what_only_hidden_problems_show) {
  std::vector<Grade> grades = sample_class();
  grades[1].groups[0].properties[0].hidden = true;
  const std::string page = class_page(grades, {});
  EXPECT_TRUE(contains(page, ">h</td>"));
  EXPECT_TRUE(contains(page, "hidden ones show it"));
}

TEST(ClassPage, escapes_whatever_a_student_wrote) {
  std::vector<Grade> grades = sample_class();
  for (Grade& grade : grades) {
    for (std::string* text : {&grade.student, &grade.file, &grade.assignment, &grade.command, &grade.wall, &grade.log})
      *text = hostile;
    if (!grade.not_graded.empty()) grade.not_graded = hostile;
    if (!grade.nothing_earned.empty()) grade.nothing_earned = hostile;
    for (GradedGroup& group : grade.groups) {
      group.name = hostile;
      for (GradedProperty& property : group.properties)
        for (std::string* text : {&property.id, &property.claim, &property.why, &property.evidence, &property.command})
          *text = hostile;
    }
    for (Mistake& mistake : grade.mistakes) mistake = {{hostile}, hostile, hostile};
  }
  const std::string page = class_page(grades, {hostile});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "&lt;script&gt;"));
}

TEST(ClassPage, of_nobody_is_a_page) {
  expect_sound(class_page({}, {}));
  Grade nothing_possible = grade_of("eve", 0);
  nothing_possible.possible = 0;
  for (GradedGroup& group : nothing_possible.groups) group.possible = 0;
  const std::string page = class_page({nothing_possible}, {});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "not counted"));
}

TEST(ClassPage, of_the_same_grades_is_the_same_text) {
  EXPECT_EQ(class_page(crowded_class(), {"a"}), class_page(crowded_class(), {"a"}));
  expect_sound(class_page(crowded_class(), {}));
}

}  // namespace
}  // namespace attncheck::page
