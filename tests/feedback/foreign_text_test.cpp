// What students write, as names and in what their programs print, changes no file that others read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "feedback/class_summary.h"
#include "feedback/feedback.h"
#include "feedback/formats.h"
#include "tests/feedback/csv_rows.h"
#include "tests/feedback/sample_class.h"

namespace attncheck {
namespace {

const std::vector<std::string> hostile = {"<script>alert(1)</script>",
                                          "a\n# one, a: 10 of 10",
                                          "[a](http://b.c)",
                                          "![a](http://b.c)",
                                          "**a** _b_ `c`",
                                          "a | b | c",
                                          "``` a",
                                          "\\",
                                          "\xff\xfe",
                                          "\x1b[2J",
                                          "]]>",
                                          "&amp;",
                                          "\"a\",b",
                                          "<!--",
                                          "a\r\nb"};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A student who is called so, and whose program says so wherever it can.
Grade grade_of_somebody_called(const std::string& text) {
  Grade grade = sample_class()[1];
  grade.student = text;
  grade.file = "class/" + text + ".c";
  grade.groups[0].properties[0].why = "falsified: " + text;
  grade.groups[0].properties[0].evidence = text + "\n```\n" + text + "\n";
  grade.log = text;
  return grade;
}

/// Pipes that separate cells.
std::ptrdiff_t separators(const std::string& row) {
  std::ptrdiff_t count = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (row[k] == '\\')
      ++k;
    else
      count += row[k] == '|' ? 1 : 0;
  }
  return count;
}

/// Lines that are no text of a block.
std::vector<std::string> lines_outside_of_blocks(const std::string& markdown) {
  std::vector<std::string> lines;
  std::stringstream in(markdown);
  std::string fence;
  for (std::string line; std::getline(in, line);) {
    const std::string ticks = line.substr(0, std::min(line.find_first_not_of('`'), line.size()));
    if (fence.empty() && ticks.size() >= 3)
      fence = ticks;
    else if (fence.empty())
      lines.push_back(line);
    else if (line == fence)
      fence.clear();
  }
  EXPECT_EQ(fence, "") << "a block does not end:\n" << markdown;
  return lines;
}

TEST(Markdown, has_the_lines_of_a_plain_name_and_no_mark_up_whoever_it_is_about) {
  const std::vector<std::string> plain = lines_outside_of_blocks(feedback_text(grade_of_somebody_called("ada")));
  for (const std::string& text : hostile) {
    const auto lines = lines_outside_of_blocks(feedback_text(grade_of_somebody_called(text)));
    ASSERT_EQ(lines.size(), plain.size()) << text;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      EXPECT_EQ(lines[k].substr(0, 2), plain[k].substr(0, 2)) << "a heading or an item of a list is one still";
      EXPECT_EQ(lines[k].find_first_of("<>\x1b\r"), std::string::npos) << lines[k];
    }
  }
}

TEST(Markdown, of_a_class_has_a_row_of_three_cells_a_student) {
  for (const std::string& text : hostile) {
    const auto lines = lines_outside_of_blocks(class_markdown({grade_of_somebody_called(text)}, {text}));
    std::ptrdiff_t rows = 0;
    for (const std::string& line : lines) {
      if (!line.starts_with("|")) continue;
      ++rows;
      EXPECT_EQ(separators(line), 4) << line;
      EXPECT_EQ(line.find_first_of("<>"), std::string::npos) << line;
    }
    EXPECT_EQ(rows, 3) << text;
  }
}

TEST(Table, has_as_many_fields_in_each_row_whatever_is_in_them) {
  std::vector<Grade> grades = sample_class();
  for (const std::string& text : hostile) {
    grades.push_back(grade_of_somebody_called(text));
    grades.back().mistakes[0].text = grades.back().nothing_earned = text;
    grades.push_back(grade_named(text));
    grades.back().not_graded = text;
  }
  const auto rows = rows_of(scores_csv(grades));
  ASSERT_EQ(rows.size(), 1 + grades.size());
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size()) << row[0];
  EXPECT_EQ(rows[5][0], hostile[0]);
}

/// A spreadsheet runs what begins so when the file is opened.
TEST(Table, has_no_field_that_is_a_formula) {
  for (const char* begins : {"=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1", "  @x"}) {
    std::vector<Grade> grades = sample_class();
    grades[0].student = grades[0].file = grades[0].nothing_earned = begins;
    grades[0].mistakes = {{{}, begins, ""}};
    grades[3].not_graded = begins;
    const auto rows = rows_of(scores_csv(grades));
    for (const std::string& field : {rows.at(1).at(0), rows[1].at(1), rows[1].at(6), rows[1].at(7), rows.at(4).at(8)})
      EXPECT_NE(field.find_first_of("=+-@\t\r"), 0U) << field;
  }
}

TEST(Gradescope, gets_json_whatever_is_in_it) {
  for (const std::string& text : hostile) {
    const std::string written = gradescope_json(grade_of_somebody_called(text));
    ASSERT_TRUE(nlohmann::json::accept(written)) << written;
    EXPECT_FALSE(has(nlohmann::json::parse(written).at("output").get<std::string>(), "\x1b"));
  }
}

TEST(Junit, is_well_formed_whatever_is_in_it) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "attncheck-foreign-text.xml";
  std::vector<Grade> grades;
  for (const std::string& text : hostile) {
    grades.push_back(grade_of_somebody_called(text));
    grades.push_back(grade_of_somebody_called(text));
    grades.back().nothing_earned = text;
    grades.push_back(grade_named(text));
    grades.back().not_graded = text;
  }
  std::ofstream(file) << grades_junit(grades);
  const std::string script =
      "import sys, xml.etree.ElementTree as t; s = list(t.parse(sys.argv[1]).getroot());"
      "c = lambda x, tag: len(x.findall('testcase/' + tag));"
      "assert len(s) == " +
      std::to_string(grades.size()) +
      ", len(s);"
      "assert all(int(x.get('tests')) == len(list(x)) for x in s);"
      "assert all(int(x.get('failures')) == c(x, 'failure') for x in s);"
      "assert all(int(x.get('errors')) == c(x, 'error') for x in s);"
      "assert all(int(x.get('skipped')) == c(x, 'skipped') for x in s);"
      "assert sum(int(x.get('errors')) for x in s) * 3 == len(s);"
      "assert s[0].get('name').startswith('<script>')";
  EXPECT_EQ(std::system(("python3 -c \"" + script + "\" '" + file.string() + "'").c_str()), 0) << grades_junit(grades);
  std::filesystem::remove(file);
}

TEST(Text, of_a_class_has_a_line_a_student) {
  for (const std::string& text : hostile) {
    const std::string line = class_line(grade_of_somebody_called(text), 10);
    EXPECT_EQ(std::ranges::count(line, '\n'), 1) << line;
    EXPECT_FALSE(has(line, "\x1b"));
    EXPECT_FALSE(has(class_text({grade_of_somebody_called(text)}, {text}), "\x1b"));
    EXPECT_FALSE(has(group_text(grade_of_somebody_called(text).groups[0]), "\x1b"));
  }
}

}  // namespace
}  // namespace attncheck
