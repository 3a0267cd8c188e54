#include "subject/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <optional>
#include <system_error>

#include "core/text.h"
#include "subject/child_side.h"

namespace attncheck {
namespace {

constexpr std::chrono::milliseconds look_every{10};
constexpr std::size_t printed_kept = 32 * 1024;
constexpr std::size_t pipe_capacity = 64 * 1024;
constexpr std::size_t lines_shown = 10;
constexpr std::size_t bytes_shown = 2000;

[[noreturn]] void throw_system(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

ChildProcess::ChildProcess(int file, const Loader& loader) {
  requests_ = eventfd(0, EFD_CLOEXEC);
  answers_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int pipes[2];
  if (requests_ < 0 || answers_ < 0 || pipe2(pipes, O_CLOEXEC) != 0) throw_system("channels to the subject");
  // What waits in a buffer here would be written twice, should the subject call exit.
  std::cout.flush();
  std::fflush(nullptr);
  const ChildSetup setup{getpid(), requests_, answers_, pipes[1], file};
  pid_ = fork();
  if (pid_ < 0) throw_system("process for the subject (fork)");
  if (pid_ == 0) run_child(setup, loader);
  setpgid(pid_, pid_);
  close(pipes[1]);
  output_ = pipes[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  end();
  close(requests_);
  close(answers_);
  close(output_);
}

void ChildProcess::end() {
  if (pid_ < 0) return;
  // The group first, while the unreaped process still keeps its number from being given away.
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
}

bool ChildProcess::ended() const {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
}

bool ChildProcess::ask(std::uint64_t number) {
  printed_.clear();
  // An event counter that the subject filled would block the write for ever.
  pollfd room{requests_, POLLOUT, 0};
  if (poll(&room, 1, 0) == 1 && write(requests_, &number, sizeof number) == sizeof number) return true;
  end();
  return false;
}

bool ChildProcess::answer_arrived(std::uint64_t number) {
  std::uint64_t answered = 0;
  return read(answers_, &answered, sizeof answered) == sizeof answered && answered == number;
}

void ChildProcess::collect_output(std::size_t most) {
  char chunk[16 * 1024];
  while (most > 0) {
    const ssize_t size = read(output_, chunk, std::min(most, sizeof chunk));
    if (size <= 0) return;
    most -= static_cast<std::size_t>(size);
    printed_.append(chunk, static_cast<std::size_t>(size));
    if (printed_.size() > 2 * printed_kept) printed_.erase(0, printed_.size() - printed_kept);
  }
}

std::uint64_t ChildProcess::resident() const {
  const std::string path = fmt::format("/proc/{}/statm", pid_);
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return 0;
  unsigned long long size = 0, pages = 0;
  const int read = std::fscanf(file, "%llu %llu", &size, &pages);
  std::fclose(file);
  return read == 2 ? pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void ChildProcess::start_counting_memory() {
  start_resident_ = resident();
  last_look_ = Clock::now();
}

bool ChildProcess::too_large(std::uint64_t resident_bytes) {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < look_every) return false;
  last_look_ = now;
  const std::uint64_t bytes = resident();
  grown_bytes_ = bytes > start_resident_ ? bytes - start_resident_ : 0;
  return grown_bytes_ > resident_bytes;
}

Event ChildProcess::wait(std::uint64_t number, double seconds, std::uint64_t resident_bytes) {
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::optional<Event> event;
  while (!event) {
    pollfd files[2] = {{answers_, POLLIN, 0}, {output_open_ ? output_ : -1, POLLIN, 0}};
    // The output ends a moment before the process does.
    poll(files, 2, static_cast<int>(output_open_ ? look_every.count() : 1));
    // Before the answer: what is printed before an answer is already there when the answer is.
    if ((files[1].revents & POLLIN) != 0)
      collect_output(pipe_capacity);
    else if (files[1].revents != 0)
      output_open_ = false;
    if (files[0].revents != 0 && answer_arrived(number))
      event = Event::answered;
    else if (ended())
      event = Event::died;
    if (event != Event::died && too_large(resident_bytes)) event = Event::out_of_memory;
    if (!event && Clock::now() >= deadline) event = Event::timed_out;
  }
  if (*event == Event::answered) return *event;
  end();
  collect_output(pipe_capacity);
  return *event;
}

std::string ChildProcess::last_lines() const {
  if (printed_.empty()) return {};
  std::size_t first = printed_.size();
  std::size_t lines = 0;
  while (first > 0 && printed_.size() - first < bytes_shown) {
    if (first < printed_.size() && printed_[first - 1] == '\n' && ++lines == lines_shown) break;
    --first;
  }
  std::string text = printed_.substr(first);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return printable(text);
}

}  // namespace attncheck
