#include "page/student_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "feedback/class_counts.h"
#include "feedback/feedback.h"
#include "page/html.h"

namespace attncheck {
namespace {

bool costs_points(const GradedProperty& property) {
  return property.standing == Standing::lost || property.standing == Standing::not_earned;
}

std::string lost_property(const GradedProperty& property) {
  std::string out = fmt::format("<h4>{} {}</h4>\n{}", text_element("code", property.id),
                                text_element("span", name(property.standing), " class=\"word against\""),
                                fact_list({{"claim", printable(property.claim)}, {"why", printable(property.why)}}));
  if (property.hidden)
    out += text_element("p", "It holds on all public problems; hidden ones show it.", " class=\"note\"");
  if (!property.evidence.empty()) out += text_block(property.evidence);
  if (!property.command.empty()) out += text_block(one_line(property.command));
  return out;
}

/// `graded`: there are points to tell.
std::string group_html(const GradedGroup& group, bool graded) {
  std::string lost;
  for (const GradedProperty& property : group.properties)
    if (costs_points(property)) lost += lost_property(property);
  if (lost.empty()) return "";
  const std::string points =
      graded ? fmt::format(": {} of {}", points_text(group.earned), points_text(group.possible)) : "";
  return text_element("h3", one_line(group.name) + points) + "\n" + lost;
}

std::string mistakes_html(const Grade& grade) {
  std::string out;
  for (const Mistake& mistake : grade.mistakes) {
    std::string commands;
    for (const std::string& fault : mistake.faults)
      commands += fmt::format("\nattncheck explain fault:{}", one_line(fault));
    out += text_element("dt", "may be") + text_element("dd", one_line(mistake.text) + commands) + "\n";
    if (!mistake.read_again.empty())
      out += text_element("dt", "read again") + text_element("dd", one_line(mistake.read_again)) + "\n";
  }
  return out.empty() ? out : element("dl", "\n" + out) + "\n";
}

}  // namespace

std::string glance(const Grade& grade) {
  if (!is_graded(grade)) return one_line(grade.not_graded);
  if (!grade.nothing_earned.empty()) return one_line(grade.nothing_earned);
  if (!grade.mistakes.empty() && !grade.mistakes[0].faults.empty()) return one_line(grade.mistakes[0].text);
  for (const GradedGroup& group : grade.groups)
    for (const GradedProperty& property : group.properties)
      if (property.standing == Standing::lost) return fmt::format("{}: {}", property.id, one_line(property.why));
  return "";
}

std::string student_id(std::size_t place) { return fmt::format("student-{}", place); }

std::string student_html(const Grade& grade, std::size_t place) {
  const std::string line = glance(grade);
  const std::string summary =
      fmt::format("{}: {}{}", text_element("strong", one_line(grade.student)),
                  text_element("span", score_text(grade), is_graded(grade) ? "" : " class=\"word open\""),
                  line.empty() ? "" : text_element("span", "; " + line, " class=\"note\""));
  std::string out =
      fact_list({{"file", one_line(grade.file)},
                 {"not graded", grade.not_graded.empty() ? "" : "which is not a zero: " + printable(grade.not_graded)},
                 {"no points", is_graded(grade) ? printable(grade.nothing_earned) : ""},
                 {"took", fmt::format("{:.1f} s", grade.seconds)},
                 {"wall", one_line(grade.wall)}});
  out += mistakes_html(grade);
  if (!grade.log.empty()) out += text_element("p", "The compiler:", " class=\"note\"") + text_block(grade.log);
  std::string lost;
  for (const GradedGroup& group : grade.groups) lost += group_html(group, is_graded(grade));
  out += lost;
  if (lost.empty() && is_graded(grade) && grade.nothing_earned.empty()) out += text_element("p", "Nothing was lost.");
  if (!grade.command.empty())
    out += text_element("p", "All of it again:", " class=\"note\"") + text_block(one_line(grade.command));
  return foldable(summary, out, false, student_id(place));
}

}  // namespace attncheck
