#include "subject/child_process.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <system_error>

#include "child/child_side.h"
#include "subject/host.h"

namespace attncheck {
namespace {

int doorbell(int flags) {
  const int file = eventfd(0, EFD_CLOEXEC | flags);
  if (file < 0) throw std::system_error(errno, std::generic_category(), "channel to the subject");
  return file;
}

}  // namespace

ChildProcess::ChildProcess(int file, const ChildStart& start)
    : requests_(doorbell(0)),
      answers_(doorbell(EFD_NONBLOCK)),
      tenant_(start.wall, start.command, start.reach),
      process_([this, file, &start, parent = getpid()](int output) {
        const ChildSetup setup{parent, output, {requests_, answers_, file}};
        start.command.empty() ? run_child(setup, start.loader) : run_host(setup, tenant_);
      }) {}

ChildProcess::~ChildProcess() {
  close(requests_);
  close(answers_);
}

bool ChildProcess::ask(std::uint64_t number) {
  process_.forget_output();
  // An event counter that the subject filled would block the write for ever.
  pollfd room{requests_, POLLOUT, 0};
  if (poll(&room, 1, 0) == 1 && write(requests_, &number, sizeof number) == sizeof number) return true;
  process_.end();
  return false;
}

Event ChildProcess::wait(std::uint64_t number, double seconds, std::uint64_t resident_bytes) {
  pollfd answers{answers_, POLLIN, 0};
  const auto answered = [&] {
    std::uint64_t seen = 0;
    return read(answers_, &seen, sizeof seen) == sizeof seen && seen == number;
  };
  return process_.wait({&answers, 1}, answered, seconds, resident_bytes);
}

}  // namespace attncheck
