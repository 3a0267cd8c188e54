#include "process/compile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "attncheck/subject.h"
#include "process/ending.h"
#include "process/folder.h"
#include "process/process.h"

namespace attncheck {
namespace {

constexpr double most_seconds = 300;
constexpr std::uint64_t most_memory = std::uint64_t{4} << 30;
constexpr std::size_t most_messages = 256 * 1024;

/// Messages go to a file: the first of them say what is wrong, and there may be more than anybody wants to keep.
[[noreturn]] void run_compiler(const Tenant& tenant, const std::string& messages, pid_t parent, int output) {
  restrict_process(parent);
  redirect(output);
  const int file = open(messages.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  hand_over({});
  tenant.run();
}

std::string beginning_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(most_messages, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// Empty when it went well.
std::string trouble(Event event, int status) {
  if (event == Event::timed_out) return fmt::format("does not compile within {:.0f} seconds", most_seconds);
  if (event == Event::out_of_memory) return fmt::format("does not compile with {} of memory", mebibytes(most_memory));
  if (WIFSIGNALED(status)) return fmt::format("does not compile: {} in the compiler", signal_name(WTERMSIG(status)));
  return WEXITSTATUS(status) == 0 ? "" : "does not compile";
}

/// The compiler is not there, or had no room: whoever wrote the file could not help it.
bool is_of_this_machine(Event event, int status, const std::string& messages) {
  if (event != Event::died || !WIFEXITED(status) || WEXITSTATUS(status) == 0) return false;
  const bool not_run = WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127;
  return not_run || messages.empty() || messages.find("No space left on device") != std::string::npos;
}

}  // namespace

void compile(const std::string& source, const std::string& command, const std::shared_ptr<Wall>& wall,
             const Reach& reach, std::ostream& log) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/messages";
  const Tenant tenant(wall, {"/bin/sh", "-c", command}, reach);
  if (wall && !reach.writable.empty()) {
    open_to_all(reach.writable);
    give(reach.writable, tenant.user());
  }
  Process process([&, parent = getpid()](int output) { run_compiler(tenant, file, parent, output); });
  const Event event = process.wait(
      {}, [] { return false; }, most_seconds, most_memory);
  if (wall && !reach.writable.empty()) give(reach.writable, geteuid());
  const int status = tenant.true_status(process.status());
  const std::string messages = beginning_of(file), wrong = trouble(event, status);
  log << command << '\n' << messages << std::flush;
  if (is_of_this_machine(event, status, messages))
    throw SubjectError(SubjectError::Kind::machine,
                       fmt::format("{}: the compiler cannot work on this machine ({})\n{}", source, command,
                                   messages.empty() ? "it said nothing; is there no room in TMPDIR?\n" : messages));
  if (!wrong.empty())
    throw SubjectError(SubjectError::Kind::cannot_start,
                       fmt::format("{}: {} ({})\n{}", source, wrong, command, messages));
}

}  // namespace attncheck
