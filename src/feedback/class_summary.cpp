#include "feedback/class_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text.h"
#include "feedback/class_counts.h"
#include "feedback/feedback.h"
#include "report/markdown.h"

namespace attncheck {
namespace {

constexpr std::size_t most_listed = 10;

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

std::vector<Counted> failure_counts(const std::vector<Grade>& grades) {
  std::map<std::string, int> counts;
  for (const Grade& grade : grades)
    for (const GradedGroup& group : grade.groups)
      for (const GradedProperty& property : group.properties)
        if (property.standing == Standing::lost) ++counts[property.id];
  return most_first(counts);
}

std::string histogram_text(const std::vector<Grade>& grades) {
  std::string out;
  const std::vector<int> counts = score_histogram(grades);
  for (int bin = 0; bin < score_bins; ++bin) {
    const int count = counts[static_cast<std::size_t>(bin)];
    out += fmt::format("  {:>3} to {:>3} %  {:>3}  {}\n", bin * 100 / score_bins, (bin + 1) * 100 / score_bins, count,
                       std::string(static_cast<std::size_t>(std::min(count, 60)), '#'));
  }
  return out;
}

std::string counts_text(const std::string& title, const std::vector<Counted>& counts) {
  if (counts.empty()) return "";
  std::string out = title + "\n";
  for (std::size_t k = 0; k < std::min(most_listed, counts.size()); ++k)
    out += fmt::format("  {:>4}  {}\n", counts[k].count, one_line(counts[k].what));
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
  const Totals totals = totals_of(grades);
  std::string out = fmt::format("{} of {} submissions graded", totals.graded, grades.size());
  if (totals.with_share > 0) out += fmt::format("; mean {:.1f} %, median {:.1f} %", totals.mean, totals.median);
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
  return histogram_text(grades) + counts_text("what failed, in how many submissions:", failure_counts(grades)) +
         counts_text("likely mistakes:", mistake_counts(grades)) + slowest_text(grades) +
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
