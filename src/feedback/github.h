#pragma once
// github.h: grades in the words of GitHub Actions, for a class and for a student whose repository grades itself.
// Used by `attncheck grade` and `attncheck merge` where the environment says that they run there. Grades in, text out;
// no errors. Nothing of a hidden problem is in a grade, and so in none of these.
#include <cstddef>
#include <string>
#include <vector>

#include "grade/grade.h"
#include "report/github_command.h"

namespace attncheck {

/// Of one student: a warning for each property that costs points, an error where there is no score or nothing earned.
std::string student_annotations(const Grade& grade);
/// Of a class: an error for each student who is not graded, and nothing of what others lost.
std::string class_annotations(const std::vector<Grade>& grades);

/// Markdown: the feedback of one student, or the summary of a class; what does not fit is cut with a note.
std::string student_step_summary(const Grade& grade, std::size_t most_bytes = most_summary_bytes);
std::string class_step_summary(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone,
                               std::size_t most_bytes = most_summary_bytes);

}  // namespace attncheck
