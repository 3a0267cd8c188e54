#include "cli/class_results.h"

#include <algorithm>

#include "cli/github_step.h"
#include "feedback/github.h"
#include "feedback/results.h"
#include "page/class_page.h"
#include "process/whole_file.h"

namespace attncheck {

void write_class_files(const std::string& results, const std::vector<Grade>& grades,
                       const std::vector<std::string>& left_alone) {
  write_for_each(results, grades);
  write_for_all(results, grades, left_alone);
  write_whole(results + "/class.html", class_page(grades, left_alone));
}

void write_class(const std::string& results, const std::vector<Grade>& grades,
                 const std::vector<std::string>& left_alone, std::ostream& out, std::ostream& err) {
  write_class_files(results, grades, left_alone);
  tell_github([&] { return class_annotations(grades); }, [&] { return class_step_summary(grades, left_alone); }, out,
              err);
}

std::size_t name_width(const std::vector<std::string>& names) {
  std::size_t width = 0;
  for (const std::string& name : names) width = std::max(width, name.size());
  return std::min<std::size_t>(width, 30);
}

}  // namespace attncheck
