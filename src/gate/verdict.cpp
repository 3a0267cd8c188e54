// What a gate comes to: expectations and exit codes.
#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "gate/gate.h"
#include "run/command.h"
#include "run/plan.h"
#include "run/replay.h"

namespace attncheck {

std::optional<std::string> GateSubject::expected(const std::string& property) const {
  for (const Expectation& expectation : subject.expect)
    if (matches(expectation.property, property)) return expectation.reason;
  return std::nullopt;
}

Met GateSubject::met(const Expectation& expectation) const {
  bool any_held = false;
  bool undecided = !error.empty();
  const auto count = [&](const std::string& property, Outcome outcome) {
    if (!matches(expectation.property, property)) return false;
    any_held = any_held || outcome == Outcome::holds;
    undecided = undecided || (outcome != Outcome::holds && outcome != Outcome::not_applicable);
    return against_subject(outcome);
  };
  for (const PropertyResult& property : result.properties)
    if (count(property.id, property.outcome)) return Met::fails;
  for (const AskedAgain& one : again)
    if (count(one.property, one.outcome)) return Met::fails;
  // It is looked at only when nothing failed, and leaves no result when it holds.
  const bool all_held = std::ranges::none_of(result.properties, against_subject, &PropertyResult::outcome);
  if (matches(expectation.property, together_id) && all_held) any_held = true;
  return any_held && !undecided ? Met::holds : Met::not_decided;
}

std::string GateSubject::replay_command(const std::string& file) const {
  return fmt::format("attncheck replay {} {}{}", shell_word(file), shell_word(subject.spec),
                     opening_options(subject.opening));
}

int GateSubject::exit_code() const {
  if (!error.empty()) return error_code;
  std::vector<Outcome> outcomes;
  const auto add = [&](Outcome outcome, const std::string& property) {
    const bool excused = (against_subject(outcome) || outcome == Outcome::withheld) && expected(property);
    outcomes.push_back(excused ? Outcome::holds : outcome);
  };
  for (const PropertyResult& property : result.properties) add(property.outcome, property.id);
  for (const AskedAgain& one : again) add(one.outcome, one.property);
  return attncheck::exit_code(outcomes);
}

std::string GateSubject::verdict() const {
  const ReportView view = view_of(*this, false);
  const int code = exit_code();
  if (code == 1 && attncheck::exit_code(result, view) != 1) return "falsified";
  if (code == 4) return "no verdict";
  const bool again_expected =
      std::ranges::any_of(again, [&](const AskedAgain& one) { return against_subject(one.outcome); });
  return code == 0 && again_expected ? "as expected" : verdict_word(result, view);
}

int GateResult::exit_code() const {
  if (!errors.empty()) return 4;
  for (const int code : {4, 1, 3})
    if (std::ranges::any_of(subjects, [&](const GateSubject& subject) { return subject.exit_code() == code; }))
      return code;
  return 0;
}

ReportView view_of(const GateSubject& subject, bool verbose) {
  ReportView view;
  view.verbose = verbose;
  view.file_of = [&subject](const PropertyResult& property, std::size_t k) -> std::optional<std::string> {
    const auto found = subject.files.find({property.id, property.dtype, k});
    return found == subject.files.end() ? std::nullopt : std::optional(found->second);
  };
  view.true_output = [](const Problem& problem) { return true_output(problem); };
  view.replay = [&subject](const std::string& file) { return subject.replay_command(file); };
  view.expected = [&subject](const std::string& property) { return subject.expected(property); };
  view.error = subject.error;
  view.error_code = subject.error_code;
  return view;
}

}  // namespace attncheck
