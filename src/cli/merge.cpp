#include <fmt/format.h>

#include <algorithm>

#include "cli/class_results.h"
#include "cli/verbs.h"
#include "feedback/class_summary.h"
#include "grade/class_list.h"

namespace attncheck {

int merge_parts(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const Merged merged = merge_results(line.parts);
  const std::string results = line.merged.empty() ? line.parts[0] : line.merged;
  write_class(results, merged.grades, merged.left_alone, out, err);
  std::vector<std::string> names;
  names.reserve(merged.grades.size());
  for (const Grade& grade : merged.grades) names.push_back(grade.student);
  const std::size_t width = name_width(names);
  for (const Grade& grade : merged.grades) out << class_line(grade, width);
  out << class_text(merged.grades, merged.left_alone) << fmt::format("results: {}\n", results);
  return std::ranges::all_of(merged.grades, [](const Grade& grade) { return grade.not_graded.empty(); }) ? 0 : 4;
}

}  // namespace attncheck
