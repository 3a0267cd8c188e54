#include "gate/github.h"

#include <fmt/format.h>

#include <algorithm>

#include "gate/gate_report.h"
#include "report/markdown.h"
#include "report/terminal.h"

namespace attncheck {
namespace {

std::string annotation(const std::string& title, const std::string& text) {
  return github_command("error", title, text);
}

void add_findings(std::vector<std::string>& lines, const GateSubject& subject) {
  const ReportView view = view_of(subject, false);
  for (const PropertyResult& property : subject.result.properties) {
    const bool fails = against_subject(property.outcome) || property.outcome == Outcome::checker_error;
    if (!fails || expected(view, property)) continue;
    std::string text = property.findings.empty() ? property.reason : property.findings[0].message;
    const auto file = property.findings.empty() ? std::nullopt : saved_file(view, property, 0);
    text += fmt::format(" (replay: {})", file ? subject.replay_command(*file) : subject.command);
    lines.push_back(annotation(subject.subject.name + "::" + property.id, text));
  }
  for (const AskedAgain& one : subject.again) {
    const bool fails = against_subject(one.outcome) || one.outcome == Outcome::checker_error;
    if (!fails || (against_subject(one.outcome) && subject.expected(one.property))) continue;
    lines.push_back(annotation(subject.subject.name + "::" + one.property,
                               fmt::format("a saved counterexample fails again: {} (replay: {})", one.seen,
                                           subject.replay_command(one.file))));
  }
}

std::vector<std::string> finding_blocks(const GateSubject& subject) {
  const ReportView view = view_of(subject, false);
  std::vector<std::string> blocks;
  const std::string head = fmt::format("#### {}: ", markdown_line(subject.subject.name));
  if (!subject.error.empty()) blocks.push_back(head + subject.verdict() + "\n\n" + markdown_block(subject.error));
  for (const PropertyResult& property : subject.result.properties)
    if (!property.findings.empty() && !expected(view, property))
      blocks.push_back(head + markdown_line(property.id) + "\n\n" +
                       markdown_block(finding_report(subject.result, property, view)));
  for (const AskedAgain& one : subject.again)
    if (against_subject(one.outcome) && !subject.expected(one.property))
      blocks.push_back(
          head + "a saved counterexample fails again\n\n" +
          markdown_block(fmt::format("{}\n{}\n{}\n", one.property, one.seen, subject.replay_command(one.file))));
  return blocks;
}

}  // namespace

std::string github_annotations(const GateResult& result) {
  std::vector<std::string> lines;
  for (const std::string& error : result.errors) lines.push_back(annotation("saved counterexample", error));
  for (const GateSubject& subject : result.subjects) {
    const std::size_t before = lines.size();
    add_findings(lines, subject);
    if (!subject.error.empty())
      lines.push_back(annotation(subject.subject.name, subject.error));
    else if (subject.exit_code() != 0 && lines.size() == before)
      lines.push_back(annotation(subject.subject.name, fmt::format("{} ({})", subject.verdict(), subject.command)));
  }
  std::string out;
  for (std::size_t k = 0; k < std::min(lines.size(), most_annotations); ++k) out += lines[k];
  return out;
}

std::string github_summary(const GateResult& result, std::size_t most_bytes) {
  const std::string note = "More was found than fits here; the log of the step has the rest.\n";
  std::string out =
      fmt::format("### attncheck gate: {}\n\neffort {}, seed {}\n\n| subject | verdict | |\n| --- | --- | --- |\n",
                  gate_verdict(result), result.effort, result.seed);
  for (const GateSubject& subject : result.subjects)
    out += fmt::format("| {} | {} | {} |\n", markdown_line(subject.subject.name), subject.verdict(),
                       markdown_line(subject_note(subject)));
  out += "\n";
  for (const std::string& error : result.errors) out += fmt::format("cannot be read: {}\n\n", markdown_line(error));
  std::vector<std::string> blocks;
  for (const GateSubject& subject : result.subjects)
    for (std::string& block : finding_blocks(subject)) blocks.push_back(std::move(block));
  for (const std::string& block : blocks) {
    if (out.size() + block.size() + note.size() > most_bytes) return out + note;
    out += block;
  }
  return out;
}

}  // namespace attncheck
