#include "language/tool.h"

#include <fmt/format.h>

#include <filesystem>

#include "attncheck/subject.h"
#include "process/command.h"

namespace attncheck {

std::string find_tool(const Tool& tool, const std::string& file, const Wall* wall) {
  const std::string program = from_environment(std::string(tool.variable).c_str(), std::string(tool.program));
  const std::string found = wall == nullptr ? find_program(program) : wall->find(program);
  if (found.empty())
    throw SubjectError(
        SubjectError::Kind::machine,
        fmt::format("{}: needs {}, which is not {}; Debian has it as {}, and {}=PATH names another", file, program,
                    wall == nullptr ? "installed" : "in a folder where programs behind the wall are looked for",
                    tool.package, tool.variable));
  if (wall != nullptr && !wall->shows(found))
    throw SubjectError(SubjectError::Kind::machine,
                       fmt::format("{}: needs {}, which is {} and not seen behind the wall; {}=PATH names another, and "
                                   "--visible FOLDER shows a folder",
                                   file, program, found, tool.variable));
  return wall == nullptr ? program : found;
}

void require_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_regular_file(path, error)) return;
  throw SubjectError(SubjectError::Kind::wrong_name,
                     path + (fs::exists(path, error) ? ": is no regular file" : ": there is no such file"));
}

}  // namespace attncheck
