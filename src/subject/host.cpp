#include "subject/host.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <system_error>

#include "attncheck/subject.h"
#include "process/process.h"

// Written by cmake/Host.cmake: the program, byte by byte.
extern "C" const char attncheck_host_begin[];
extern "C" const char attncheck_host_end[];

namespace attncheck {
namespace {

constexpr int program_file = 6, out_of_the_way = 10;

/// The program as a file that only its descriptor names. One for all: it is never changed.
int host_file() {
  static const int file = [] {
    const int made = memfd_create("attncheck-host", MFD_CLOEXEC);
    const auto size = static_cast<std::size_t>(attncheck_host_end - attncheck_host_begin);
    if (made < 0 || write(made, attncheck_host_begin, size) != static_cast<ssize_t>(size))
      throw SubjectError(SubjectError::Kind::cannot_start,
                         std::string("no memory for the program that calls a library: ") + std::strerror(errno));
    // Read-only from now on, or it could not be run while somebody may write to it.
    const int readable = open(("/proc/self/fd/" + std::to_string(made)).c_str(), O_RDONLY | O_CLOEXEC);
    close(made);
    return readable;
  }();
  return file;
}

}  // namespace

ChildStart host_of(const std::string& path, const EntryNames& entry, std::shared_ptr<Wall> wall,
                   std::shared_ptr<const void> kept) {
  ChildStart start;
  start.command = {"/proc/self/fd/" + std::to_string(program_file), path, entry.float32, entry.float64};
  start.reach.readable = {path};
  start.wall = std::move(wall);
  start.kept = std::move(kept);
  host_file();
  return start;
}

void run_host(const ChildSetup& setup, const Tenant& tenant) {
  restrict_process(setup.parent);
  redirect(setup.output);
  const std::array<int, 4> from{setup.channel.requests, setup.channel.answers, setup.channel.file, host_file()};
  const std::array<int, 4> to{host_channel.requests, host_channel.answers, host_channel.file, program_file};
  std::array<int, 4> between{};
  for (std::size_t i = 0; i < from.size(); ++i) between[i] = fcntl(from[i], F_DUPFD, out_of_the_way);
  for (std::size_t i = 0; i < from.size(); ++i) dup2(between[i], to[i]);
  close_files_except(to);
  tenant.run();
  _exit(127);
}

}  // namespace attncheck
