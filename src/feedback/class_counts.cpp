#include "feedback/class_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace attncheck {
namespace {

/// In whole hundredths of points, or what float64 makes of tenths would decide where one begins.
std::size_t bin_of(const Grade& grade) {
  const auto hundredths = [](double points) { return std::llround(points * 100); };
  const long long bin = hundredths(grade.earned) * score_bins / std::max(1LL, hundredths(grade.possible));
  return static_cast<std::size_t>(std::clamp(bin, 0LL, score_bins - 1LL));
}

}  // namespace

bool is_graded(const Grade& grade) { return grade.not_graded.empty(); }

bool has_share(const Grade& grade) { return is_graded(grade) && grade.possible > 0; }

std::vector<int> score_histogram(const std::vector<Grade>& grades) {
  std::vector<int> counts(score_bins);
  for (const Grade& grade : grades) {
    if (!has_share(grade)) continue;
    ++counts[bin_of(grade)];
  }
  return counts;
}

Totals totals_of(const std::vector<Grade>& grades) {
  Totals totals;
  std::vector<double> shares;
  for (const Grade& grade : grades) {
    totals.graded += is_graded(grade) ? 1 : 0;
    if (has_share(grade)) shares.push_back(grade.earned / grade.possible * 100);
  }
  if (shares.empty()) return totals;
  std::ranges::sort(shares);
  totals.with_share = static_cast<int>(shares.size());
  for (const double share : shares) totals.mean += share;
  totals.mean /= static_cast<double>(shares.size());
  totals.median = (shares[(shares.size() - 1) / 2] + shares[shares.size() / 2]) / 2;
  return totals;
}

std::vector<Counted> most_first(const std::map<std::string, int>& counts) {
  std::vector<Counted> sorted;
  sorted.reserve(counts.size());
  for (const auto& [what, count] : counts) sorted.push_back({what, count});
  std::ranges::stable_sort(sorted, std::greater{}, &Counted::count);
  return sorted;
}

std::vector<Counted> mistake_counts(const std::vector<Grade>& grades) {
  std::map<std::string, int> counts;
  for (const Grade& grade : grades)
    for (const Mistake& mistake : grade.mistakes)
      if (!mistake.faults.empty())
        ++counts[fmt::format("{}{}", mistake.faults[0], mistake.faults.size() > 1 ? " or alike" : "")];
  return most_first(counts);
}

std::vector<PropertyLine> property_lines(const std::vector<Grade>& grades) {
  std::vector<PropertyLine> lines;
  std::map<std::string, std::size_t> place;
  for (std::size_t student = 0; student < grades.size(); ++student)
    for (const GradedGroup& group : grades[student].groups)
      for (const GradedProperty& property : group.properties) {
        const auto [found, is_new] = place.emplace(property.id, lines.size());
        if (is_new) lines.push_back({property.id, 0, std::vector<const GradedProperty*>(grades.size(), nullptr)});
        PropertyLine& line = lines[found->second];
        line.of[student] = &property;
        if (is_graded(grades[student]) && property.standing == Standing::lost) ++line.lost;
      }
  std::ranges::stable_sort(lines, std::greater{}, &PropertyLine::lost);
  return lines;
}

std::vector<std::string> group_names(const std::vector<Grade>& grades) {
  std::vector<std::string> names;
  for (const Grade& grade : grades)
    for (const GradedGroup& group : grade.groups)
      if (std::ranges::find(names, group.name) == names.end()) names.push_back(group.name);
  return names;
}

}  // namespace attncheck
