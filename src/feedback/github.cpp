#include "feedback/github.h"

#include <fmt/format.h>

#include <algorithm>

#include "feedback/class_summary.h"
#include "feedback/feedback.h"

namespace attncheck {
namespace {

std::string first_of(const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t k = 0; k < std::min(lines.size(), most_annotations); ++k) out += lines[k];
  return out;
}

/// Cut where a line ends. A block that the cut leaves open ends the summary, so the note stands before everything.
std::string fitting(const std::string& text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  const std::string note = "Cut: there is more than fits here, and the folder of results has all of it.\n\n";
  const std::size_t room = most_bytes > note.size() ? most_bytes - note.size() : 0;
  const std::size_t end = room == 0 ? std::string::npos : text.rfind('\n', room - 1);
  return note + (end == std::string::npos ? "" : text.substr(0, end + 1));
}

}  // namespace

std::string student_annotations(const Grade& grade) {
  if (!grade.not_graded.empty()) return github_command("error", grade.student, "not graded: " + grade.not_graded);
  if (!grade.nothing_earned.empty()) return github_command("error", grade.student, grade.nothing_earned);
  std::vector<std::string> lines;
  for (const GradedGroup& group : grade.groups)
    for (const GradedProperty& property : group.properties)
      if (property.standing == Standing::lost)
        lines.push_back(
            github_command("warning", fmt::format("{}: {}", group.name, property.id),
                           fmt::format("{}. {} (again: {})", property.claim, property.why, property.command)));
  return first_of(lines);
}

std::string class_annotations(const std::vector<Grade>& grades) {
  std::vector<std::string> lines;
  for (const Grade& grade : grades)
    if (!grade.not_graded.empty())
      lines.push_back(github_command("error", grade.student, "not graded, which is not a zero: " + grade.not_graded));
  return first_of(lines);
}

std::string student_step_summary(const Grade& grade, std::size_t most_bytes) {
  return fitting(feedback_text(grade), most_bytes);
}

std::string class_step_summary(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone,
                               std::size_t most_bytes) {
  return fitting(class_markdown(grades, left_alone), most_bytes);
}

}  // namespace attncheck
