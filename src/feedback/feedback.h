#pragma once
// feedback.h: a grade as a student reads it: what was earned, what was not and why, the smallest counterexample, what
// to read again, how to see it oneself. Nothing of a hidden problem and of nobody else. Used by `attncheck grade`.
// Grade in, text out; no errors.
#include <string>

#include "grade/grade.h"

namespace attncheck {

/// Markdown.
std::string feedback_text(const Grade& grade);

/// "85.50 of 100", or "not graded".
std::string score_text(const Grade& grade);
/// "12.5", without zeros that say nothing.
std::string points_text(double points);

/// All properties of a group as plain text, those that were lost with their evidence.
std::string group_text(const GradedGroup& group);

}  // namespace attncheck
