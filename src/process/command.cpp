#include "process/command.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace attncheck {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_program(const std::string& name, const std::string& path) {
  if (name.find('/') != std::string::npos) return is_program(name) ? fs::absolute(name).string() : "";
  std::istringstream folders(path.empty() ? from_environment("PATH", "/usr/bin:/bin") : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (is_program(fs::path(folder) / name)) return (fs::path(folder) / name).string();
  return {};
}

std::pair<std::string, int> run_command(const std::string& command) {
  std::FILE* pipe = popen(("exec 2>&1 </dev/null; " + command).c_str(), "r");
  if (pipe == nullptr) throw std::system_error(errno, std::generic_category(), command);
  std::string text;
  char chunk[4096];
  while (const std::size_t size = std::fread(chunk, 1, sizeof chunk, pipe)) text.append(chunk, size);
  return {text, pclose(pipe)};
}

std::string from_environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

}  // namespace attncheck
