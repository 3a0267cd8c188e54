#pragma once
// folder.h: a folder of our own for what is compiled or written for a subject, and commands run to fill it.
// Errors: SubjectError (cannot_start) when no folder can be made; std::system_error when no command can be run.
#include <ostream>
#include <string>
#include <utility>

namespace attncheck {

/// Removed with this object, and everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What the command printed on stdout and stderr, and its status, 0 when it went well. A shell reads `command`.
std::pair<std::string, int> run_command(const std::string& command);

/// Compiles `source` by `command` and writes command and messages to `log`. Throws SubjectError (cannot_start) with
/// both when it does not compile.
void compile(const std::string& source, const std::string& command, std::ostream& log);

/// The value of a variable, or `otherwise` where it is not set or empty.
std::string from_environment(const char* name, const std::string& otherwise);

}  // namespace attncheck
