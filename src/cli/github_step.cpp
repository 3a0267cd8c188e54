#include "cli/github_step.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

namespace attncheck {
namespace {

std::string variable(const char* name) {
  const char* found = std::getenv(name);
  return found == nullptr ? "" : found;
}

}  // namespace

void tell_github(const std::function<std::string()>& annotations, const std::function<std::string()>& summary,
                 std::ostream& out, std::ostream& err) {
  if (variable("GITHUB_ACTIONS") != "true") return;
  out << annotations() << std::flush;
  const std::string path = variable("GITHUB_STEP_SUMMARY");
  if (path.empty()) return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << summary();
  file.close();
  if (!file) err << fmt::format("attncheck: {} of GITHUB_STEP_SUMMARY cannot be written\n", path);
}

}  // namespace attncheck
