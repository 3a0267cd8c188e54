#include "report/view.h"

#include <fmt/format.h>

#include <set>

#include "core/text.h"

namespace attncheck {

int exit_code(const RunResult& result, const ReportView& view) {
  return view.error.empty() ? result.exit_code() : view.error_code;
}

std::string verdict_word(const RunResult& result, const ReportView& view) {
  const int code = exit_code(result, view);
  if (code == 0) return "holds";
  if (code == 3) return "not started";
  if (code != 1) return "no verdict";
  std::string word;
  for (const PropertyResult& property : result.properties) {
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
