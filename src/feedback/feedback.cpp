#include "feedback/feedback.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "report/markdown.h"

namespace attncheck {
namespace {

bool costs_points(const GradedProperty& property) {
  return property.standing == Standing::lost || property.standing == Standing::not_earned;
}

std::string word_of(const GradedProperty& property) {
  switch (property.standing) {
    case Standing::earned:
      return "holds";
    case Standing::explained:
      return "not held against it: the mistake that fails it is paid for elsewhere";
    case Standing::outside:
      return "not counted: it does not apply";
    case Standing::not_graded:
      return "not graded";
    default:
      return property.why;
  }
}

/// The same mistake fails many properties; the first counterexample of a group teaches most.
std::string lost_text(const GradedProperty& property, bool with_evidence) {
  std::string out = fmt::format("**{}**: {}\n\n{}\n\n", markdown_line(property.id), markdown_line(property.claim),
                                markdown_line(property.why));
  if (with_evidence && !property.evidence.empty()) out += markdown_block(property.evidence);
  if (property.hidden)
    out +=
        "It holds on all problems that everybody can see; look for what else the promise covers. Problems to try:\n\n";
  if (property.hidden || with_evidence) out += markdown_block(property.command);
  return out;
}

/// `graded`: there are points to tell.
std::string group_section(const GradedGroup& group, bool graded) {
  std::string out = fmt::format("## {}", markdown_line(group.name));
  if (graded) out += fmt::format(": {} of {}", points_text(group.earned), points_text(group.possible));
  out += "\n\n";
  bool shown = false;
  for (const GradedProperty& property : group.properties) {
    if (!costs_points(property)) continue;
    out += lost_text(property, !shown);
    shown = shown || !property.evidence.empty();
  }
  std::string rest;
  for (const GradedProperty& property : group.properties)
    if (!costs_points(property))
      rest += fmt::format("- {}: {} ({})\n", markdown_line(property.id), markdown_line(property.claim),
                          markdown_line(word_of(property)));
  return out + rest + (rest.empty() ? "" : "\n");
}

std::string mistakes_section(const Grade& grade) {
  std::string out;
  for (const Mistake& mistake : grade.mistakes) {
    out += fmt::format("- {}\n", markdown_line(mistake.text));
    if (!mistake.read_again.empty()) out += fmt::format("  Read again: {}.\n", markdown_line(mistake.read_again));
    for (const std::string& fault : mistake.faults)
      out += fmt::format("  More: `attncheck explain fault:{}`\n", one_line(fault));
  }
  return out.empty() ? out : "## What it may be\n\n" + out + "\n";
}

}  // namespace

std::string points_text(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string score_text(const Grade& grade) {
  if (!grade.not_graded.empty()) return "not graded";
  return fmt::format("{} of {}", points_text(grade.earned), points_text(grade.possible));
}

std::string feedback_text(const Grade& grade) {
  std::string out =
      fmt::format("# {}, {}: {}\n\n", markdown_line(grade.assignment), markdown_line(grade.student), score_text(grade));
  if (!grade.not_graded.empty())
    out += fmt::format("There is no score yet, and that is not a zero: {}\n\n", markdown_line(grade.not_graded));
  if (grade.not_graded.empty() && !grade.nothing_earned.empty())
    out += fmt::format("No points are given: {}\n\n", markdown_line(grade.nothing_earned));
  if (!grade.log.empty()) out += markdown_block(grade.log);
  out += mistakes_section(grade);
  for (const GradedGroup& group : grade.groups) out += group_section(group, grade.not_graded.empty());
  if (!grade.command.empty()) out += "## All of it again, on your machine\n\n" + markdown_block(grade.command);
  if (!grade.wall.empty()) out += fmt::format("It ran behind a wall: {}.\n", markdown_line(grade.wall));
  return out;
}

std::string group_text(const GradedGroup& group) {
  std::string out;
  for (const GradedProperty& property : group.properties) {
    out += fmt::format("{}: {}\n  {}\n", property.id, property.claim, one_line(word_of(property)));
    if (costs_points(property) && !property.evidence.empty()) out += printable(property.evidence);
    if (costs_points(property)) out += fmt::format("  try: {}\n", property.command);
  }
  return out;
}

}  // namespace attncheck
