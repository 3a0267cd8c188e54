#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.h"

namespace attncheck {
namespace {

constexpr std::size_t findings_in_full = 3;

std::string findings_text(const RunResult& result, const ReportView& view) {
  std::string out;
  std::set<std::string> shown;
  std::size_t left_out = 0;
  for (const PropertyResult& property : result.properties) {
    if (property.findings.empty() || (expected(view, property) && !view.verbose)) continue;
    const bool in_full = view.verbose || (shown.size() < findings_in_full && shown.insert(property.id).second);
    if (in_full)
      out += finding_report(result, property, view);
    else
      ++left_out;
  }
  if (left_out > 0) out += fmt::format("{} more below in one line each; --verbose shows them in full\n\n", left_out);
  return out;
}

std::string counts_text(const std::map<std::string, int>& counts) {
  std::string out;
  for (const auto& [what, count] : counts)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", one_line(what), count);
  return out;
}

std::string details(const PropertyResult& property) {
  const std::string indent(18, ' ');
  std::string out = fmt::format("{}{} calls, {:.2f} s\n", indent, property.calls, property.seconds);
  if (property.turns > 0)
    out += fmt::format("{}{} of {} designed cases asked\n", indent, std::min(property.problems, property.turns),
                       property.turns);
  if (!property.reason.empty()) out += fmt::format("{}why: {}\n", indent, one_line(property.reason));
  if (!property.families.empty()) out += fmt::format("{}families: {}\n", indent, counts_text(property.families));
  if (!property.tags.empty()) out += fmt::format("{}tags: {}\n", indent, counts_text(property.tags));
  return out;
}

/// Why: the message of the finding or the reason, in at most 60 columns.
std::string why(const PropertyResult& property) {
  std::string text = one_line(property.findings.empty() ? property.reason : property.findings[0].message);
  if (text.size() > 60) text = one_line(text.substr(0, 57)) + "...";
  return text.empty() ? "" : "  " + text;
}

std::string property_line(const PropertyResult& property, const std::string& id, std::size_t id_width,
                          const ReportView& view) {
  const std::string_view outcome = expected(view, property) ? expected_word : name(property.outcome);
  std::string ratio = property.worst_ratio > 0 ? fmt::format("worst ratio {}", rough(property.worst_ratio)) : "";
  std::string line =
      fmt::format("  {:<14}  {:<{}}  {}  {:>5} {:<8}  {:<22}{}", outcome, id, id_width, info(property.dtype).name,
                  property.problems, property.problems == 1 ? "problem" : "problems", ratio, why(property));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// How many from `first` on were withheld for one reason; 0 where each has its own line.
std::size_t withheld_alike(const RunResult& result, std::size_t first, const ReportView& view) {
  constexpr std::size_t told_one_by_one = 3;
  const PropertyResult& one = result.properties[first];
  std::size_t end = first;
  while (end < result.properties.size() && result.properties[end].outcome == Outcome::withheld &&
         result.properties[end].reason == one.reason && result.properties[end].dtype == one.dtype &&
         expected(view, result.properties[end]) == expected(view, one))
    ++end;
  return view.verbose || end - first <= told_one_by_one ? 0 : end - first;
}

std::string properties_text(const RunResult& result, const ReportView& view) {
  std::size_t width = 0;
  for (const PropertyResult& property : result.properties) width = std::max(width, property.id.size());
  std::string out;
  for (std::size_t k = 0; k < result.properties.size(); ++k) {
    const std::size_t alike = withheld_alike(result, k, view);
    const PropertyResult& property = result.properties[k];
    out += property_line(property, alike > 0 ? fmt::format("{} properties", alike) : property.id, width, view);
    if (view.verbose) out += details(property);
    if (alike > 0) k += alike - 1;
  }
  return out.empty() ? out : out + "\n";
}

/// Was anything it answered held against a bound? Before that every member explains it.
bool was_compared(const RunResult& result, DType dtype) {
  return std::ranges::any_of(result.properties, [&](const PropertyResult& property) {
    return property.dtype == dtype && property.worst_ratio > 0;
  });
}

std::string explained_line(const Explained& explained, const ReportView& view) {
  const std::string start = fmt::format("{}: ", info(explained.dtype).name);
  std::string out = start;
  if (explained.members.empty())
    out += fmt::format("no member of profile {} explains what it answered", explained.profile);
  else
    out += fmt::format("{} member{} of profile {} can explain what it answered; tightest: {}", explained.members.size(),
                       explained.members.size() == 1 ? "" : "s", explained.profile, explained.tightest);
  out += "\n";
  if (!view.verbose) return out;
  for (const std::string& member : explained.members) out += fmt::format("    {}\n", member);
  return out + fmt::format("    {} rows audited by the exact tier\n", explained.audited_rows);
}

/// "asked: 1 to 1030 tokens, ..."
std::string covered_line(const RunResult& result, DType dtype) {
  const auto [coverage, families] = covered(result, dtype);
  if (coverage.calls() == 0) return "";
  const auto range = [](Index least, Index most) {
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  };
  return fmt::format(
      "{}: {} calls asked {} tokens, head_dim {}, value_dim {}; {} causal; logits up to {}; {} value families\n",
      info(dtype).name, coverage.calls(), range(coverage.least.tokens, coverage.most.tokens),
      range(coverage.least.head_dim, coverage.most.head_dim), range(coverage.least.value_dim, coverage.most.value_dim),
      coverage.causal, rough(coverage.most_logit), families);
}

/// "3 holds, 1 gave_up"
std::string outcome_counts(const RunResult& result, const ReportView& view) {
  std::map<std::string, int> counts;
  for (const PropertyResult& property : result.properties)
    ++counts[expected(view, property) ? expected_word : std::string(name(property.outcome))];
  std::string out;
  for (const auto& [outcome, count] : counts) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, outcome);
  return out.empty() ? "no property was run" : out;
}

/// The first three, and how many more.
std::string broken_properties(const RunResult& result, const ReportView& view) {
  std::vector<std::string> ids;
  for (const PropertyResult& property : result.properties)
    if (against_subject(property.outcome) && !expected(view, property) &&
        std::ranges::find(ids, property.id) == ids.end())
      ids.push_back(property.id);
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, ids.size()); ++i) out += (i == 0 ? "" : ", ") + ids[i];
  return ids.size() > 3 ? out + fmt::format(" and {} more", ids.size() - 3) : out;
}

std::string verdict_text(const RunResult& result, const ReportView& view) {
  const std::string word = verdict_word(result, view);
  if (!view.error.empty()) {
    const bool says_who = view.error.starts_with(result.subject + ":") || view.error.starts_with(result.subject + " ");
    return fmt::format("{}: {}{}\n", word, says_who ? "" : result.subject + ": ", printable(view.error));
  }
  Index problems = 0;
  for (const PropertyResult& property : result.properties) problems += property.problems;
  const std::string run = fmt::format("{} {}, effort {}, seed {}", problems, problems == 1 ? "problem" : "problems",
                                      result.effort, result.seed);
  switch (exit_code(result, view)) {
    case 0:
      if (word != "holds")
        return fmt::format("{}: {}: {} ({})\n", word, result.subject, outcome_counts(result, view), run);
      return fmt::format("holds: {}: no counterexample in {}\n", result.subject, run);
    case 1:
      return fmt::format("{}: {}: {} ({})\n", word, result.subject, broken_properties(result, view), run);
    default:
      return fmt::format("{}: {}: {} ({})\n", word, result.subject, outcome_counts(result, view), run);
  }
}

/// The same mistake in both dtypes is told once.
std::string diagnoses_text(const RunResult& result) {
  std::string out;
  for (std::size_t k = 0; k < result.diagnoses.size(); ++k) {
    const Diagnosis& diagnosis = result.diagnoses[k];
    if (k > 0 && diagnosis.mistake == result.diagnoses[k - 1].mistake) continue;
    std::string on = diagnosis.on();
    for (std::size_t next = k + 1; next < result.diagnoses.size(); ++next)
      if (result.diagnoses[next].mistake == diagnosis.mistake) on += ", " + result.diagnoses[next].on();
    out += fmt::format("diagnosis: {} ({})\n", one_line(diagnosis.mistake), on);
  }
  return out;
}

}  // namespace

std::string terminal_report(const RunResult& result, const ReportView& view) {
  std::string out = findings_text(result, view) + properties_text(result, view) + verdict_text(result, view);
  out += diagnoses_text(result);
  for (const Explained& explained : result.explained) {
    out += covered_line(result, explained.dtype);
    if (was_compared(result, explained.dtype) || explained.members.empty()) out += explained_line(explained, view);
  }
  return out;
}

}  // namespace attncheck
