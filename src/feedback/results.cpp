#include "feedback/results.h"

#include <filesystem>

#include "feedback/class_summary.h"
#include "feedback/feedback.h"
#include "feedback/formats.h"
#include "grade/submissions.h"
#include "process/whole_file.h"

namespace attncheck {

namespace fs = std::filesystem;

void write_for_each(const std::string& results, const std::vector<Grade>& grades) {
  const fs::path feedback = fs::path(results) / "feedback", gradescope = fs::path(results) / "gradescope";
  make_folder(feedback.string());
  make_folder(gradescope.string());
  for (const Grade& grade : grades) {
    const std::string name = file_name_of(grade.student);
    write_whole((feedback / (name + ".md")).string(), feedback_text(grade));
    write_whole((gradescope / (name + ".json")).string(), gradescope_json(grade));
  }
}

void write_for_all(const std::string& results, const std::vector<Grade>& grades,
                   const std::vector<std::string>& left_alone) {
  const fs::path folder(results);
  make_folder(results);
  write_whole((folder / "scores.csv").string(), scores_csv(grades));
  write_whole((folder / "junit.xml").string(), grades_junit(grades));
  write_whole((folder / "class.md").string(), class_markdown(grades, left_alone));
}

}  // namespace attncheck
