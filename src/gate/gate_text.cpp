// The gate for a person who reads a terminal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text.h"
#include "gate/gate_report.h"
#include "report/terminal.h"
#include "run/command.h"

namespace attncheck {
namespace {

std::string again_word(const GateSubject& subject, const AskedAgain& one) {
  if (one.outcome == Outcome::holds) return "holds now";
  if (one.outcome == Outcome::not_applicable) return "not asked";
  if (one.outcome == Outcome::checker_error) return "no verdict";
  return subject.expected(one.property) ? "fails, as expected" : "fails again";
}

std::string again_text(const GateSubject& subject) {
  std::string out;
  for (const AskedAgain& one : subject.again) {
    const std::string property = one.property.empty() ? "" : fmt::format(" ({})", one_line(one.property));
    const std::string seen = one.seen.empty() ? "" : ": " + one_line(one.seen);
    out += fmt::format("asked again: {}: {}{}{}\n", one_line(one.file), again_word(subject, one), property, seen);
    if (against_subject(one.outcome)) out += fmt::format("  replay   {}\n", subject.replay_command(one.file));
  }
  return out;
}

std::string expectations_text(const GateSubject& subject) {
  std::string out;
  for (const PropertyResult& property : subject.result.properties) {
    const auto reason = expected(view_of(subject, false), property);
    if (!reason) continue;
    out += fmt::format("expected: {} {} is {} ({})\n", property.id, info(property.dtype).name, name(property.outcome),
                       one_line(*reason));
  }
  for (const Expectation& expectation : subject.subject.expect)
    if (subject.met(expectation) == Met::holds)
      out += fmt::format("expected to fail, but holds: {} ({})\n", expectation.property, one_line(expectation.reason));
  return out;
}

}  // namespace

std::string subject_report(const GateSubject& subject, bool verbose) {
  return fmt::format("{}\n{}{}\n", subject.command, declares_line(subject.subject.name, subject.declared),
                     wall_line(subject.result.wall)) +
         terminal_report(subject.result, view_of(subject, verbose)) + again_text(subject) + expectations_text(subject) +
         "\n";
}

std::string subject_note(const GateSubject& subject) {
  if (!subject.error.empty()) return one_line(subject.error.substr(0, subject.error.find('\n')));
  std::vector<std::string> parts;
  const ReportView view = view_of(subject, false);
  std::vector<std::string> against;
  std::size_t excused = 0;
  for (const PropertyResult& property : subject.result.properties) {
    if (expected(view, property))
      ++excused;
    else if (against_subject(property.outcome) && std::ranges::find(against, property.id) == against.end())
      against.push_back(property.id);
  }
  if (against.size() > 3) against.resize(3), against.back() += ", ...";
  if (!against.empty()) parts.push_back(fmt::format("{}", fmt::join(against, ", ")));
  const auto again = std::ranges::count_if(subject.again, [&](const AskedAgain& one) {
    return against_subject(one.outcome) && !subject.expected(one.property);
  });
  if (again > 0)
    parts.push_back(
        fmt::format("{} saved counterexample{} fail{} again", again, again == 1 ? "" : "s", again == 1 ? "s" : ""));
  if (excused > 0) parts.push_back(fmt::format("{} failed as expected", excused));
  const auto held = std::ranges::count(subject.subject.expect, Met::holds,
                                       [&](const Expectation& expectation) { return subject.met(expectation); });
  if (held > 0) parts.push_back(fmt::format("{} expected to fail, but holds", held));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string gate_verdict(const GateResult& result) {
  switch (result.exit_code()) {
    case 0:
      return "holds";
    case 1:
      return "falsified";
    case 3:
      return "not started";
    default:
      return "no verdict";
  }
}

std::string gate_summary(const GateResult& result) {
  std::size_t width = 0;
  for (const GateSubject& subject : result.subjects) width = std::max(width, subject.subject.name.size());
  std::string out;
  for (const GateSubject& subject : result.subjects) {
    std::string line =
        fmt::format("  {:<12}  {:<{}}  {}", subject.verdict(), subject.subject.name, width, subject_note(subject));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  for (const std::string& error : result.errors) out += fmt::format("  cannot be read: {}\n", error);
  for (const std::string& file : result.left_alone)
    out += fmt::format("  not asked: {}: it was found in no subject of {}\n", one_line(file), result.file);
  const auto passed = std::ranges::count(result.subjects, 0, &GateSubject::exit_code);
  return out + fmt::format("gate: {}: {} of {} subjects as {} says (effort {}, seed {})\n", gate_verdict(result),
                           passed, result.subjects.size(), result.file, result.effort, result.seed);
}

}  // namespace attncheck
