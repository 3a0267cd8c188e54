#include "feedback/formats.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/problem_json.h"
#include "core/text.h"
#include "feedback/feedback.h"
#include "report/junit.h"

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

/// `counts`: nothing that is required is missing.
Json gradescope_test(const GradedGroup& group, bool counts) {
  return {{"name", group.name},          {"score", counts ? group.earned : 0},
          {"max_score", group.possible}, {"status", group.earned == group.possible ? "passed" : "failed"},
          {"output", group_text(group)}, {"output_format", "text"},
          {"visibility", "visible"}};
}

std::string overview(const Grade& grade) {
  std::string out;
  if (!grade.not_graded.empty()) out += "Not graded, which is not a zero: " + grade.not_graded + "\n";
  if (grade.not_graded.empty() && !grade.nothing_earned.empty()) out += "No points: " + grade.nothing_earned + "\n";
  for (const Mistake& mistake : grade.mistakes) {
    out += "What it may be: " + mistake.text + "\n";
    if (!mistake.read_again.empty()) out += "Read again: " + mistake.read_again + "\n";
  }
  if (!grade.log.empty()) out += grade.log;
  return printable(out);
}

/// A spreadsheet takes what begins with one of these for a formula.
bool looks_like_formula(const std::string& text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
}

std::string csv_field(const std::string& text) {
  std::string field = one_line(text);
  if (looks_like_formula(field)) field.insert(0, "'");
  if (field.find_first_of("\",\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? "\"\"" : std::string{c};
  return quoted + "\"";
}

const Grade* first_with_groups(const std::vector<Grade>& grades) {
  for (const Grade& grade : grades)
    if (!grade.groups.empty()) return &grade;
  return nullptr;
}

std::string csv_line(const Grade& grade, const Grade* form) {
  const bool graded = grade.not_graded.empty();
  std::string out =
      fmt::format("{},{},{},{}", csv_field(grade.student), csv_field(grade.file),
                  graded ? fmt::format("{:.2f}", grade.earned) : "", fmt::format("{:.2f}", grade.possible));
  for (std::size_t k = 0; form != nullptr && k < form->groups.size(); ++k) {
    out += ',';
    const bool counts = grade.nothing_earned.empty() && k < grade.groups.size();
    if (graded) out += fmt::format("{:.2f}", counts ? grade.groups[k].earned : 0);
  }
  const std::string mistake = grade.mistakes.empty() ? "" : grade.mistakes[0].text;
  return out +
         fmt::format(",{},{},{}\r\n", csv_field(mistake), csv_field(grade.nothing_earned), csv_field(grade.not_graded));
}

std::string junit_testcase(const Grade& grade, const GradedGroup& group) {
  std::string out =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_escaped(grade.student), xml_escaped(group.name));
  if (group.possible == 0) return out + "><skipped message=\"outside the total\"/></testcase>\n";
  if (group.earned == group.possible) return out + "/>\n";
  return out + fmt::format(">\n      <failure message=\"{} of {}\">{}</failure>\n    </testcase>\n",
                           points_text(group.earned), points_text(group.possible), xml_escaped(group_text(group)));
}

std::string junit_suite(const Grade& grade) {
  const bool whole = grade.not_graded.empty() && grade.nothing_earned.empty();
  std::string cases;
  int tests = 0, failures = 0, skipped = 0;
  for (const GradedGroup& group : grade.groups) {
    if (!whole) break;
    ++tests;
    failures += group.possible > 0 && group.earned < group.possible;
    skipped += group.possible == 0;
    cases += junit_testcase(grade, group);
  }
  if (!whole) {
    const bool graded = grade.not_graded.empty();
    tests = 1;
    failures = graded ? 1 : 0;
    cases =
        fmt::format("    <testcase classname=\"{0}\" name=\"all\"><{1} message=\"{2}\">{3}</{1}></testcase>\n",
                    xml_escaped(grade.student), graded ? "failure" : "error",
                    xml_escaped(one_line(graded ? grade.nothing_earned : grade.not_graded)), xml_escaped(grade.log));
  }
  return fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}  "
      "</testsuite>\n",
      xml_escaped(grade.student), tests, failures, grade.not_graded.empty() ? 0 : 1, skipped, grade.seconds, cases);
}

}  // namespace

std::string gradescope_json(const Grade& grade) {
  Json json = Json::object();
  const bool graded = grade.not_graded.empty();
  if (graded) json["score"] = grade.earned;
  json["output"] = overview(grade);
  json["output_format"] = "text";
  json["visibility"] = "visible";
  json["stdout_visibility"] = "hidden";
  if (graded) {
    json["tests"] = Json::array();
    for (const GradedGroup& group : grade.groups)
      json["tests"].push_back(gradescope_test(group, grade.nothing_earned.empty()));
  }
  return json_text(json);
}

std::string scores_csv(const std::vector<Grade>& grades) {
  const Grade* form = first_with_groups(grades);
  std::string out = "student,file,earned,possible";
  for (std::size_t k = 0; form != nullptr && k < form->groups.size(); ++k) out += "," + csv_field(form->groups[k].name);
  out += ",mistake,nothing_earned,not_graded\r\n";
  for (const Grade& grade : grades) out += csv_line(grade, form);
  return out;
}

std::string grades_junit(const std::vector<Grade>& grades) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"attncheck grade\">\n";
  for (const Grade& grade : grades) out += junit_suite(grade);
  return out + "</testsuites>\n";
}

}  // namespace attncheck
