#include "language/program.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace attncheck {
namespace {

constexpr int problems_file = 3, answers_file = 4;  // in the program
constexpr int pipe_bytes = 1 << 20;  // fewer switches between the two processes; the system may give less

/// A program that closed its end must not end this process.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before_);
  }
  ~NoBrokenPipe() { sigaction(SIGPIPE, &before_, nullptr); }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  struct sigaction before_ {};
};

void name_in_environment(const char* name, int file) { setenv(name, ("/dev/fd/" + std::to_string(file)).c_str(), 1); }

/// The shell becomes the program, whose memory is then seen, unless there is more for the shell to do.
std::string as_one_process(const std::string& command) {
  if (command.find_first_of("&|;()<>`\n") != std::string::npos) return command;
  const std::string first = command.substr(0, command.find_first_of(" \t", command.find_first_not_of(" \t")));
  return (first.find('=') == std::string::npos ? "exec " : "exec env ") + command;
}

[[noreturn]] void run_program(const Tenant& tenant, pid_t parent, int problems, int answers, int output) {
  restrict_process(parent);
  redirect(output);
  const std::pair<int, int> files[] = {{problems, problems_file}, {answers, answers_file}};
  hand_over(files);
  name_in_environment("ATTNCHECK_IN", problems_file);
  name_in_environment("ATTNCHECK_OUT", answers_file);
  tenant.run();
}

}  // namespace

Program::Pipes Program::make_pipes() {
  int requests[2], answers[2];
  if (pipe2(requests, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "channel to the subject");
  for (const int file : {requests[1], answers[0]}) {
    fcntl(file, F_SETFL, O_NONBLOCK);
    fcntl(file, F_SETPIPE_SZ, pipe_bytes);
  }
  return {{requests[1], answers[0]}, {requests[0], answers[1]}};
}

Program::Program(const Launch& launch) : Program(launch, make_pipes()) {}

Program::Program(const Launch& launch, const Pipes& pipes)
    : requests_(pipes.ours[0]),
      answers_(pipes.ours[1]),
      tenant_(launch.wall, {"/bin/sh", "-c", as_one_process(launch.command)}, launch.reach),
      process_([&, parent = getpid()](int output) {
        // Who opens them by name must own them.
        if (tenant_.user() != geteuid())
          for (const int file : pipes.theirs) (void)!fchown(file, tenant_.user(), static_cast<gid_t>(-1));
        run_program(tenant_, parent, pipes.theirs[0], pipes.theirs[1], output);
      }) {
  for (const int file : pipes.theirs) close(file);
}

Program::~Program() {
  for (const int file : {requests_, answers_}) close(file);
}

void Program::send(std::span<const std::byte>& frame) {
  const NoBrokenPipe guard;
  while (!frame.empty()) {
    const ssize_t size = write(requests_, frame.data(), frame.size());
    if (size <= 0) return;
    frame = frame.subspan(static_cast<std::size_t>(size));
  }
}

/// False at the end of what can be read now.
bool Program::receive(Arriving& reply) {
  std::byte chunk[64 * 1024];
  while (!reply.complete()) {
    const ssize_t size = read(answers_, chunk, std::min(reply.missing(), sizeof chunk));
    if (size <= 0) return false;
    reply.add({chunk, static_cast<std::size_t>(size)});
  }
  return true;
}

Event Program::exchange(std::span<const std::byte> frame, Arriving& reply, double seconds,
                        std::uint64_t resident_bytes) {
  process_.forget_output();
  pollfd files[2] = {{frame.empty() ? -1 : requests_, POLLOUT, 0}, {answers_, POLLIN, 0}};
  if (!frame.empty() && poll(&files[1], 1, 0) == 1 && (files[1].revents & POLLIN) != 0)
    throw FrameError("it sent something before it was asked");
  const auto answered = [&] {
    if ((files[0].revents & POLLOUT) != 0) send(frame);
    // Nobody reads any more, or everything is sent: what is there to read decides.
    if (frame.empty() || (files[0].revents & POLLERR) != 0) files[0].fd = -1;
    if ((files[1].revents & POLLIN) != 0) return receive(reply);
    // It closed the channel: it may be ending, and else its time runs out.
    if (files[1].revents != 0) files[1].fd = -1;
    return false;
  };
  return process_.wait(files, answered, seconds, resident_bytes);
}

}  // namespace attncheck
