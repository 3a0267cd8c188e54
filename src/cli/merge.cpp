#include <fmt/format.h>

#include <algorithm>

#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "feedback/class_summary.h"
#include "feedback/results.h"
#include "grade/class_list.h"
#include "page/class_page.h"
#include "process/whole_file.h"

namespace attncheck {

int merge_parts(const CommandLine& line, std::ostream& out) {
  const Merged merged = merge_results(line.parts);
  const std::string results = line.merged.empty() ? line.parts[0] : line.merged;
  write_for_each(results, merged.grades);
  write_for_all(results, merged.grades, merged.left_alone);
  write_whole(results + "/class.html", class_page(merged.grades, merged.left_alone));
  std::size_t width = 0;
  for (const Grade& grade : merged.grades) width = std::max(width, std::min<std::size_t>(grade.student.size(), 30));
  for (const Grade& grade : merged.grades) out << class_line(grade, width);
  out << class_text(merged.grades, merged.left_alone) << fmt::format("results: {}\n", results);
  return std::ranges::all_of(merged.grades, [](const Grade& grade) { return grade.not_graded.empty(); }) ? 0 : 4;
}

}  // namespace attncheck
