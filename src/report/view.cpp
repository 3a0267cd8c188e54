#include "report/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.h"

namespace attncheck {

std::optional<std::string> expected(const ReportView& view, const PropertyResult& property) {
  const bool failed = against_subject(property.outcome) || property.outcome == Outcome::withheld;
  return failed && view.expected ? view.expected(property.id) : std::nullopt;
}

int exit_code(const RunResult& result, const ReportView& view) {
  if (!view.error.empty()) return view.error_code;
  std::vector<Outcome> outcomes;
  for (const PropertyResult& property : result.properties)
    outcomes.push_back(expected(view, property) ? Outcome::holds : property.outcome);
  return exit_code(outcomes);
}

std::string verdict_word(const RunResult& result, const ReportView& view) {
  const int code = exit_code(result, view);
  const bool excused = std::ranges::any_of(
      result.properties, [&](const PropertyResult& property) { return expected(view, property).has_value(); });
  if (code == 0) return excused ? "as expected" : "holds";
  if (code == 3) return "not started";
  if (code != 1) return "no verdict";
  std::string word;
  for (const PropertyResult& property : result.properties) {
    if (expected(view, property)) continue;
    if (property.outcome == Outcome::falsified) return "falsified";
    if (word.empty() && against_subject(property.outcome)) word = name(property.outcome);
  }
  return word;
}

std::string profile_of(const RunResult& result, DType dtype) {
  for (const Explained& explained : result.explained)
    if (explained.dtype == dtype && !explained.profile.empty()) return explained.profile;
  const auto declared = result.declared.find("profile");
  return declared == result.declared.end() ? "any" : declared->second;
}

std::optional<std::string> saved_file(const ReportView& view, const PropertyResult& property, std::size_t k) {
  return view.file_of ? view.file_of(property, k) : std::nullopt;
}

std::string replay_command(const ReportView& view, const std::string& file, const std::string& subject) {
  if (view.replay) return view.replay(file);
  return fmt::format("attncheck replay {} {}", shell_word(file), shell_word(subject));
}

Covered covered(const RunResult& result, DType dtype) {
  Covered all;
  std::set<std::string> families;
  for (const PropertyResult& property : result.properties) {
    if (property.dtype != dtype) continue;
    all.coverage.add(property.coverage);
    for (const auto& [family, count] : property.families) families.insert(family);
  }
  all.families = families.size();
  return all;
}

}  // namespace attncheck
