#include "process/family.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace attncheck {
namespace {

std::string text_of(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return {};
  std::string text;
  char chunk[1024];
  while (const std::size_t size = std::fread(chunk, 1, sizeof chunk, file)) text.append(chunk, size);
  std::fclose(file);
  return text;
}

/// The text of a file of each thread, "children" or "schedstat".
std::vector<std::string> of_threads(pid_t process, const char* file) {
  std::vector<std::string> found;
  const std::string tasks = fmt::format("/proc/{}/task", process);
  DIR* directory = opendir(tasks.c_str());
  if (directory == nullptr) return found;
  while (const dirent* entry = readdir(directory))
    if (entry->d_name[0] != '.') found.push_back(text_of(fmt::format("{}/{}/{}", tasks, entry->d_name, file)));
  closedir(directory);
  return found;
}

}  // namespace

/// A process is the parent of what its threads started.
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  for (const std::string& children : of_threads(parent, "children")) {
    const char* at = children.c_str();
    for (char* end = nullptr;; at = end) {
      const long child = std::strtol(at, &end, 10);
      if (end == at) break;
      found.push_back(static_cast<pid_t>(child));
    }
  }
  return found;
}

std::vector<pid_t> family_of(pid_t first) {
  constexpr std::size_t enough = 4096;  // a fork bomb: what it takes is known by then
  std::vector<pid_t> family{first};
  for (std::size_t at = 0; at < family.size() && family.size() < enough; ++at) {
    const std::vector<pid_t> children = children_of(family[at]);
    family.insert(family.end(), children.begin(), children.end());
  }
  return family;
}

std::uint64_t resident_bytes_of(const std::vector<pid_t>& family) {
  std::uint64_t pages = 0;
  for (const pid_t process : family) {
    unsigned long long size = 0, resident = 0;
    if (std::sscanf(text_of(fmt::format("/proc/{}/statm", process)).c_str(), "%llu %llu", &size, &resident) == 2)
      pages += resident;
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

double processor_seconds_of(const std::vector<pid_t>& family) {
  unsigned long long ticks = 0;
  for (const pid_t process : family) {
    const std::string text = text_of(fmt::format("/proc/{}/stat", process));
    // The name in parentheses may hold anything; eleven fields after it come the two times.
    const std::size_t name = text.rfind(')');
    unsigned long long user = 0, system = 0;
    if (name != std::string::npos &&
        std::sscanf(text.c_str() + name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user,
                    &system) == 2)
      ticks += user + system;
  }
  return static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double waiting_seconds_of(const std::vector<pid_t>& family) {
  constexpr double nanoseconds = 1e9;
  unsigned long long sum = 0;
  for (const pid_t process : family)
    for (const std::string& counts : of_threads(process, "schedstat")) {
      unsigned long long ran = 0, waited = 0;
      if (std::sscanf(counts.c_str(), "%llu %llu", &ran, &waited) == 2) sum += waited;
    }
  return static_cast<double>(sum) / nanoseconds;
}

}  // namespace attncheck
