#pragma once
// class_page.h: a graded class as one HTML file for its teacher: who got what, what failed how often and why, who waits
// for an answer, and the evidence of each. It names students, so it is for nobody else.
// Used by the command line. Grades in, text out; the same grades give the same text. No errors.
#include <string>
#include <vector>

#include "grade/grade.h"

namespace attncheck {

/// `left_alone`: files that nothing can run.
std::string class_page(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone);

}  // namespace attncheck
