#pragma once
// tool.h: the program that runs or compiles files of a language, found here or behind a wall.
// Used by languages.cpp and tester.cpp. Errors: SubjectError (machine) when it is not there or not seen, with what
// installs it; SubjectError (wrong_name) for a file that is none.
#include <string>
#include <string_view>

#include "process/wall.h"

namespace attncheck {

struct Tool {
  std::string_view program;   // unless the variable names another
  std::string_view variable;  // of the environment
  std::string_view package;   // of Debian that brings it
};

inline constexpr Tool python{"python3", "ATTNCHECK_PYTHON", "python3"};

/// What runs `file`: as a shell finds it, or, behind `wall`, its full path.
std::string find_tool(const Tool& tool, const std::string& file, const Wall* wall);

/// Throws when there is no regular file of that name.
void require_file(const std::string& path);

}  // namespace attncheck
