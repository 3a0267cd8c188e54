#pragma once
// class_summary.h: what a teacher wants to know of a class: who got what, what failed how often and why, who waits for
// an answer. Used by `attncheck grade`. Grades in, text out; no errors.
#include <string>
#include <vector>

#include "grade/grade.h"

namespace attncheck {

/// One line for a terminal: "alice   85 of 100   behaves like scale/missing".
std::string class_line(const Grade& grade, std::size_t name_width);

/// For a terminal, after the lines.
std::string class_text(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone);

/// The same with every line, as Markdown.
std::string class_markdown(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone);

}  // namespace attncheck
