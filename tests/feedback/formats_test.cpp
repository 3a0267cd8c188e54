// Grades in the formats of those who collect them.
#include "feedback/formats.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "tests/feedback/csv_rows.h"
#include "tests/feedback/sample_class.h"

namespace attncheck {
namespace {

TEST(Csv, has_a_line_a_student_with_the_points_of_each_group) {
  const auto rows = rows_of(scores_csv(sample_class()));
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"student", "file", "earned", "possible", "Scale", "Shape, and more",
                                               "mistake", "nothing_earned", "not_graded"}));
  EXPECT_EQ(rows[2], (std::vector<std::string>{"ben", "class/ben.c", "6.00", "10.00", "0.00", "6.00",
                                               "behaves like scale/missing", "", ""}));
  EXPECT_EQ(rows[3][2], "0.00");
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
}

TEST(Csv, has_no_number_for_who_is_not_graded) {
  const auto rows = rows_of(scores_csv(sample_class()));
  for (const std::size_t column : {2, 4, 5}) EXPECT_EQ(rows[4][column], "");
  EXPECT_EQ(rows[4][8], "there is no file in it that attncheck can run");
}

TEST(Csv, is_not_broken_by_a_name_and_starts_no_formula) {
  std::vector<Grade> grades = sample_class();
  grades[0].student = "=cmd(\"x\"),\n1";
  const auto rows = rows_of(scores_csv(grades));
  EXPECT_EQ(rows[1][0], "'=cmd(\"x\"), 1");
  EXPECT_EQ(rows.size(), 5U);
}

TEST(Gradescope, gets_a_score_and_a_test_for_each_group) {
  const auto json = nlohmann::json::parse(gradescope_json(sample_class()[1]));
  EXPECT_EQ(json["score"], 6);
  double sum = 0;
  for (const auto& test : json["tests"]) sum += test["score"].get<double>();
  EXPECT_EQ(json["score"], sum);
  EXPECT_EQ(json["tests"][0]["status"], "failed");
  EXPECT_EQ(json["tests"][1]["status"], "passed");
  EXPECT_EQ(json["tests"][0]["max_score"], 4);
  EXPECT_NE(json["tests"][0]["output"].get<std::string>().find("FALSIFIED  scaling/a"), std::string::npos);
  EXPECT_NE(json["output"].get<std::string>().find("Read again: the scale"), std::string::npos);
}

TEST(Gradescope, gets_no_score_where_there_is_none_and_a_zero_where_it_is_one) {
  const auto none = nlohmann::json::parse(gradescope_json(sample_class()[3]));
  EXPECT_FALSE(none.contains("score"));
  EXPECT_FALSE(none.contains("tests"));
  const auto zero = nlohmann::json::parse(gradescope_json(sample_class()[2]));
  EXPECT_EQ(zero["score"], 0);
  EXPECT_NE(zero["output"].get<std::string>().find("error: expected ;"), std::string::npos);
}

/// What is required and missing takes the points of all groups.
TEST(Gradescope, gets_tests_that_do_not_contradict_the_score) {
  Grade grade = sample_class()[1];
  grade.earned = 0;
  grade.nothing_earned = "scaling/a is required";
  const auto json = nlohmann::json::parse(gradescope_json(grade));
  EXPECT_EQ(json["score"], 0);
  for (const auto& test : json["tests"]) EXPECT_EQ(test["score"], 0) << test;
}

TEST(Junit, is_xml_with_a_suite_a_student) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "attncheck-grades.xml";
  std::vector<Grade> grades = sample_class();
  grades[0].student = "<a & \"b\">";
  std::ofstream(file) << grades_junit(grades);
  const std::string script =
      "import sys, xml.etree.ElementTree as t; s = list(t.parse(sys.argv[1]).getroot());"
      "assert [x.get('failures') for x in s] == ['0', '1', '1', '0'], [x.attrib for x in s];"
      "assert [x.get('errors') for x in s] == ['0', '0', '0', '1'];"
      "assert [int(x.get('tests')) for x in s] == [len(list(x)) for x in s];"
      "assert s[0].get('name') == '<a & \\\"b\\\">'";
  EXPECT_EQ(std::system(("python3 -c \"" + script + "\" '" + file.string() + "'").c_str()), 0) << grades_junit(grades);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace attncheck
