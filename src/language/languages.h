#pragma once
// languages.h: a bare source file in a language with a shim as a subject: mine.py, mine.mjs, mine.js, mine.cjs,
// mine.rs, Mine.java. Used by subject/spec.cpp. Errors: SubjectError: wrong_name when there is no such file,
// cannot_start when the language is not installed or the file does not compile, with the compiler's messages.
#include <memory>
#include <ostream>
#include <string>

#include "attncheck/subject.h"
#include "process/wall.h"

namespace attncheck {

/// Is it a file of a language that has a shim, by its name?
bool has_shim(const std::string& path);

/// `log` receives what a compiler says. Behind `wall`, where there is one, the file is compiled and run alone.
std::unique_ptr<Subject> open_with_shim(const std::string& path, const Limits& limits, std::ostream& log,
                                        const std::shared_ptr<Wall>& wall = nullptr);

}  // namespace attncheck
