#include "process/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <set>
#include <system_error>
#include <vector>

#include "core/text.h"
#include "process/deadline.h"
#include "process/family.h"
#include "process/interruption.h"

namespace attncheck {
namespace {

constexpr std::chrono::milliseconds look_every{10};
constexpr std::size_t printed_kept = 32 * 1024;
constexpr std::size_t pipe_capacity = 64 * 1024;
constexpr std::size_t lines_shown = 10;
constexpr std::size_t bytes_shown = 2000;

/// Processes that are not over. Never destroyed: a subject that is static itself, as of a test program, ends later.
std::set<pid_t>& alive() {
  static auto& all = *new std::set<pid_t>;
  return all;
}

bool orphans_are_ours = false;

/// An orphan becomes our child, and its children become ours when it ends: until there is none left.
void end_orphans() {
  constexpr int most_rounds = 100;
  bool found = orphans_are_ours;
  for (int round = 0; found && round < most_rounds; ++round) {
    if (round > 0) usleep(1000);
    found = false;
    for (const pid_t child : children_of(getpid())) {
      if (alive().contains(child)) continue;
      kill(child, SIGKILL);
      waitpid(child, nullptr, WNOHANG);
      found = true;
    }
  }
}

}  // namespace

void end_orphans_too() { orphans_are_ours = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

void adopt(pid_t child) { alive().insert(child); }

void disown(pid_t child) {
  alive().erase(child);
  end_orphans();
}

void begin_family_anew() {
  alive().clear();
  if (orphans_are_ours) end_orphans_too();
}

Process::Process(const std::function<void(int output)>& body) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "output of the subject");
  // What waits in a buffer here would be written twice, should the subject call exit.
  std::cout.flush();
  std::fflush(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "process for the subject (fork)");
  if (pid_ == 0) {
    take_signals_as_usual();
    body(pipes[1]);
    _exit(1);
  }
  alive().insert(pid_);
  setpgid(pid_, pid_);
  close(pipes[1]);
  output_ = pipes[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
  start_counting_memory();  // until it runs another program it shares what this one has
}

Process::~Process() {
  end();
  close(output_);
}

void Process::end() {
  if (pid_ < 0) return;
  // The group first, while the unreaped process still keeps its number from being given away.
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) continue;
  alive().erase(pid_);
  pid_ = -1;
  end_orphans();
}

bool Process::ended() const {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
}

void Process::collect_output(std::size_t most) {
  char chunk[16 * 1024];
  while (most > 0) {
    const ssize_t size = read(output_, chunk, std::min(most, sizeof chunk));
    if (size <= 0) return;
    most -= static_cast<std::size_t>(size);
    printed_.append(chunk, static_cast<std::size_t>(size));
    if (printed_.size() > 2 * printed_kept) printed_.erase(0, printed_.size() - printed_kept);
  }
}

void Process::start_counting_memory() {
  start_resident_ = resident_bytes_of(family_of(pid_));
  last_look_ = Clock::now();
}

bool Process::too_large(std::uint64_t resident_bytes) {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < look_every) return false;
  last_look_ = now;
  const std::uint64_t bytes = resident_bytes_of(family_of(pid_));
  grown_bytes_ = bytes > start_resident_ ? bytes - start_resident_ : 0;
  return grown_bytes_ > resident_bytes;
}

Event Process::wait(std::span<pollfd> files, const std::function<bool()>& answered, double seconds,
                    std::uint64_t resident_bytes) {
  Deadline deadline(pid_, seconds);
  std::optional<Event> event;
  std::vector<pollfd> all(files.size() + 1);
  while (!event) {
    std::ranges::copy(files, all.begin());
    all.back() = {output_open_ ? output_ : -1, POLLIN, 0};
    // The output ends a moment before the process does.
    poll(all.data(), all.size(), static_cast<int>(output_open_ ? look_every.count() : 1));
    // Before the answer: what is printed before an answer is already there when the answer is.
    if ((all.back().revents & POLLIN) != 0)
      collect_output(pipe_capacity);
    else if (all.back().revents != 0)
      output_open_ = false;
    bool happened = false;
    for (std::size_t file = 0; file < files.size(); ++file) {
      files[file].revents = all[file].revents;
      happened = happened || files[file].revents != 0;
    }
    if (happened && answered())
      event = Event::answered;
    else if (ended())
      event = Event::died;
    if (event != Event::died && too_large(resident_bytes)) event = Event::out_of_memory;
    if (!event && deadline.passed()) event = Event::timed_out;
  }
  if (*event == Event::answered) return *event;
  end();
  collect_output(pipe_capacity);
  return *event;
}

std::string Process::last_lines() const {
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

void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

void restrict_process(pid_t parent) {
  setpgid(0, 0);
  die_with(parent);
  // One byte, not zero: at zero the kernel still starts a crash reporter that is set as a pipe.
  const rlimit no_core{1, 1};
  setrlimit(RLIMIT_CORE, &no_core);
}

void redirect(int output) {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  // By lines, so that what was printed before a crash is not lost. A new buffer, or what the parent set up stays in
  // force.
  static char buffer[BUFSIZ];
  setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
}

/// Nothing the parent has open is the subject's business.
void close_files_except(std::span<const int> kept) {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == nullptr) return;
  while (const dirent* entry = readdir(directory)) {
    const int file = std::atoi(entry->d_name);
    if (file > STDERR_FILENO && file != dirfd(directory) && std::ranges::find(kept, file) == kept.end()) close(file);
  }
  closedir(directory);
}

void hand_over(std::span<const std::pair<int, int>> files) {
  constexpr int out_of_the_way = 10;
  std::vector<int> moved, kept;
  for (const auto& [from, to] : files) moved.push_back(fcntl(from, F_DUPFD, out_of_the_way));
  for (std::size_t i = 0; i < files.size(); ++i) kept.push_back(dup2(moved[i], files[i].second));
  close_files_except(kept);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace attncheck
