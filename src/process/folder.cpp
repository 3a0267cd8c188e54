#include "process/folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "attncheck/subject.h"

namespace attncheck {

TemporaryFolder::TemporaryFolder() : path_(from_environment("TMPDIR", "/tmp") + "/attncheck-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr)
    throw SubjectError(SubjectError::Kind::cannot_start,
                       fmt::format("no temporary folder {} can be made: {}; TMPDIR says where", path_,
                                   std::generic_category().message(errno)));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

std::pair<std::string, int> run_command(const std::string& command) {
  std::FILE* pipe = popen(("exec 2>&1 </dev/null; " + command).c_str(), "r");
  if (pipe == nullptr) throw std::system_error(errno, std::generic_category(), "the compiler");
  std::string text;
  char chunk[4096];
  while (const std::size_t size = std::fread(chunk, 1, sizeof chunk, pipe)) text.append(chunk, size);
  return {text, pclose(pipe)};
}

void compile(const std::string& source, const std::string& command, std::ostream& log) {
  const auto [messages, status] = run_command(command);
  log << command << '\n' << messages << std::flush;
  if (status != 0)
    throw SubjectError(SubjectError::Kind::cannot_start,
                       fmt::format("{}: does not compile ({})\n{}", source, command, messages));
}

std::string from_environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

}  // namespace attncheck
