#include "feedback/class_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/text.h"
#include "feedback/feedback.h"
#include "report/markdown.h"

namespace attncheck {
namespace {

constexpr int bins = 10;
constexpr std::size_t most_listed = 10;

using Count = std::pair<std::string, int>;

bool is_graded(const Grade& grade) { return grade.not_graded.empty(); }

/// What is worth a glance in one line.
std::string note_of(const Grade& grade) {
  if (!is_graded(grade)) return one_line(grade.not_graded);
  if (!grade.nothing_earned.empty()) return one_line(grade.nothing_earned);
  if (!grade.mistakes.empty() && !grade.mistakes[0].faults.empty()) return one_line(grade.mistakes[0].text);
  for (const GradedGroup& group : grade.groups)
    for (const GradedProperty& property : group.properties)
      if (property.standing == Standing::lost) return fmt::format("{}: {}", property.id, one_line(property.why));
  return "";
}

std::vector<Count> most_first(const std::map<std::string, int>& counts) {
  std::vector<Count> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater{}, &Count::second);
  if (sorted.size() > most_listed) sorted.resize(most_listed);
  return sorted;
}

std::vector<Count> failures_of(const std::vector<Grade>& grades) {
  std::map<std::string, int> counts;
  for (const Grade& grade : grades)
    for (const GradedGroup& group : grade.groups)
      for (const GradedProperty& property : group.properties)
        if (property.standing == Standing::lost) ++counts[property.id];
  return most_first(counts);
}

std::vector<Count> mistakes_of(const std::vector<Grade>& grades) {
  std::map<std::string, int> counts;
  for (const Grade& grade : grades)
    for (const Mistake& mistake : grade.mistakes) {
      if (mistake.faults.empty()) continue;
      ++counts[fmt::format("{}{}", mistake.faults[0], mistake.faults.size() > 1 ? " or alike" : "")];
    }
  return most_first(counts);
}

/// In whole hundredths of points, or what float64 makes of tenths would decide where one begins.
int bin_of(const Grade& grade) {
  const auto hundredths = [](double points) { return std::llround(points * 100); };
  const long long bin = hundredths(grade.earned) * bins / std::max(1LL, hundredths(grade.possible));
  return static_cast<int>(std::clamp(bin, 0LL, bins - 1LL));
}

/// How many earned 0 to 10 per cent, 10 to 20, ...
std::vector<int> histogram_of(const std::vector<Grade>& grades) {
  std::vector<int> counts(bins);
  for (const Grade& grade : grades)
    if (is_graded(grade) && grade.possible > 0) ++counts[static_cast<std::size_t>(bin_of(grade))];
  return counts;
}

std::string histogram_text(const std::vector<Grade>& grades) {
  std::string out;
  const std::vector<int> counts = histogram_of(grades);
  for (int bin = 0; bin < bins; ++bin) {
    const int count = counts[static_cast<std::size_t>(bin)];
    out += fmt::format("  {:>3} to {:>3} %  {:>3}  {}\n", bin * 100 / bins, (bin + 1) * 100 / bins, count,
                       std::string(static_cast<std::size_t>(std::min(count, 60)), '#'));
  }
  return out;
}

std::string counts_text(const std::string& title, const std::vector<Count>& counts) {
  if (counts.empty()) return "";
  std::string out = title + "\n";
  for (const auto& [what, count] : counts) out += fmt::format("  {:>4}  {}\n", count, one_line(what));
  return out;
}

std::string slowest_text(const std::vector<Grade>& grades) {
  constexpr std::size_t most = 3;
  std::vector<const Grade*> sorted;
  sorted.reserve(grades.size());
  for (const Grade& grade : grades) sorted.push_back(&grade);
  std::ranges::stable_sort(sorted, std::greater{}, &Grade::seconds);
  std::string out;
  for (std::size_t k = 0; k < std::min(most, sorted.size()); ++k)
    out += fmt::format("{}{} {:.1f} s", k == 0 ? "" : ", ", one_line(sorted[k]->student), sorted[k]->seconds);
  return out.empty() ? out : "slowest: " + out + "\n";
}

std::string totals_text(const std::vector<Grade>& grades) {
  double sum = 0;
  std::vector<double> shares;
  for (const Grade& grade : grades)
    if (is_graded(grade) && grade.possible > 0) shares.push_back(grade.earned / grade.possible * 100);
  for (const double share : shares) sum += share;
  std::ranges::sort(shares);
  std::string out = fmt::format("{} of {} submissions graded", std::ranges::count_if(grades, is_graded), grades.size());
  if (!shares.empty())
    out += fmt::format("; mean {:.1f} %, median {:.1f} %", sum / static_cast<double>(shares.size()),
                       (shares[(shares.size() - 1) / 2] + shares[shares.size() / 2]) / 2);
  return out + "\n";
}

std::string not_graded_text(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone) {
  std::string out;
  for (const Grade& grade : grades)
    if (!is_graded(grade)) out += fmt::format("  {}: {}\n", one_line(grade.student), one_line(grade.not_graded));
  if (!out.empty()) out = "not graded, which is not a zero:\n" + out;
  for (const std::string& file : left_alone) out += fmt::format("left alone, nothing can run it: {}\n", one_line(file));
  return out;
}

}  // namespace

std::string class_line(const Grade& grade, std::size_t name_width) {
  std::string line =
      fmt::format("{:<{}}  {:>14}  {}", one_line(grade.student), name_width, score_text(grade), note_of(grade));
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string class_text(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone) {
  return histogram_text(grades) + counts_text("what failed, in how many submissions:", failures_of(grades)) +
         counts_text("likely mistakes:", mistakes_of(grades)) + slowest_text(grades) +
         not_graded_text(grades, left_alone) + totals_text(grades);
}

std::string class_markdown(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone) {
  std::string out = fmt::format("# {}\n\n{}\n| student | score | |\n| --- | --- | --- |\n",
                                markdown_line(grades.empty() ? "" : grades[0].assignment), totals_text(grades));
  for (const Grade& grade : grades)
    out += fmt::format("| {} | {} | {} |\n", markdown_line(grade.student), score_text(grade),
                       markdown_line(note_of(grade)));
  return out + "\n" + markdown_block(class_text(grades, left_alone));
}

}  // namespace attncheck
