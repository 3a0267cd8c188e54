#include "subject/host.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "attncheck/subject.h"
#include "process/process.h"

// Written by cmake/Host.cmake: the program, byte by byte.
extern "C" const char attncheck_host_begin[];
extern "C" const char attncheck_host_end[];

namespace attncheck {
namespace {

constexpr int program_file = 6;

/// The program as a file that only its descriptor names. One for all: it is never changed.
int host_file() {
  static const int file = [] {
    const int made = memfd_create("attncheck-host", MFD_CLOEXEC);
    const auto size = static_cast<std::size_t>(attncheck_host_end - attncheck_host_begin);
    if (made < 0 || write(made, attncheck_host_begin, size) != static_cast<ssize_t>(size))
      throw SubjectError(SubjectError::Kind::machine,
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
  const std::pair<int, int> files[] = {{setup.channel.requests, host_channel.requests},
                                       {setup.channel.answers, host_channel.answers},
                                       {setup.channel.file, host_channel.file},
                                       {host_file(), program_file}};
  hand_over(files);
  tenant.run();
}

}  // namespace attncheck
