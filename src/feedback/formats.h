#pragma once
// formats.h: grades in the formats of those who collect them (docs/grading.md).
// Used by `attncheck grade`. Grades in, text out; no errors.
// Sources: Gradescope, Autograder specifications; RFC 4180; JUnit XML as GitLab and Jenkins read it.
#include <string>
#include <vector>

#include "grade/grade.h"

namespace attncheck {

/// results.json of Gradescope for one submission. Without a score where there is none: Gradescope then shows that the
/// grading failed, and not a zero.
std::string gradescope_json(const Grade& grade);

/// One line a student: points of each group, and the likely mistake.
std::string scores_csv(const std::vector<Grade>& grades);

/// A testsuite a student, a testcase a group.
std::string grades_junit(const std::vector<Grade>& grades);

}  // namespace attncheck
