#pragma once
// student_html.h: one student of a class: what was lost and the evidence for it, folded away until somebody asks.
// Used by class_page. Grade in, HTML out; no errors.
#include <string>

#include "grade/grade.h"

namespace attncheck {

/// What is worth a glance in one line; may be empty.
std::string glance(const Grade& grade);

/// The id of the section of student number `place`, for links.
std::string student_id(std::size_t place);

std::string student_html(const Grade& grade, std::size_t place);

}  // namespace attncheck
