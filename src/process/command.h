#pragma once
// command.h: programs of this machine, found and run to their end.
// Used for compilers and by wall.cpp. Errors: std::system_error when no command can be run.
#include <string>
#include <utility>

namespace attncheck {

/// The full path of the program called `name` in the folders of `path`, those of PATH unless given, or of that path;
/// empty when there is none.
std::string find_program(const std::string& name, const std::string& path = "");

/// What the command printed on stdout and stderr, and its status, 0 when it went well. A shell reads `command`.
std::pair<std::string, int> run_command(const std::string& command);

/// The value of a variable, or `otherwise` where it is not set or empty.
std::string from_environment(const char* name, const std::string& otherwise);

}  // namespace attncheck
