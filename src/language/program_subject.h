#pragma once
// program_subject.h: a program in any language as a subject, asked over two pipes. Used by subject/spec.cpp.
// Errors: SubjectError (cannot_start) when it does not start, says no hello, or one that is not right.
#include <memory>
#include <string>

#include "attncheck/subject.h"
#include "language/program.h"

namespace attncheck {

/// What `launch` says is started anew for each property. `kept` lives as long as the subject.
std::unique_ptr<Subject> open_program(const std::string& name, const Launch& launch, const Limits& limits,
                                      std::shared_ptr<const void> kept = nullptr);

}  // namespace attncheck
