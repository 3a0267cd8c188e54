#pragma once
// process.h: a process that runs code of other people, as the parent sees it: what it prints is collected, its memory
// and that of what it started is watched, and its end certain, that of everything in its process group too.
// Used for subjects of every kind. Whether a call succeeded is decided by its answer alone, never by how the process
// ended. Errors: std::system_error when the system gives no process.
#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace attncheck {

enum class Event { answered, died, timed_out, out_of_memory };

class Process {
 public:
  /// Forks. `body` runs in the child and does not return; stdout and stderr belong into the file `output`.
  explicit Process(const std::function<void(int output)>& body);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Kills it and its group, and waits for its end.
  void end();

  /// Waits until `answered` says true, which it is asked whenever something happened to one of `files`; it may change
  /// what is waited for. After any event but `answered` the process is dead. A process that waits for a processor gets
  /// its `seconds` of one (Deadline).
  Event wait(std::span<pollfd> files, const std::function<bool()>& answered, double seconds,
             std::uint64_t resident_bytes);

  /// What is printed is collected anew from here on.
  void forget_output() { printed_.clear(); }
  /// From now on memory is counted relative to what the process has now.
  void start_counting_memory();

  int status() const { return status_; }                      // as of waitpid, once dead
  std::uint64_t grown_bytes() const { return grown_bytes_; }  // at the last look
  std::string last_lines() const;                             // of what it printed, at most 10

 private:
  using Clock = std::chrono::steady_clock;
  bool ended() const;
  void collect_output(std::size_t most);
  bool too_large(std::uint64_t resident_bytes);

  pid_t pid_ = -1;
  int output_ = -1;
  bool output_open_ = true;
  int status_ = 0;
  std::uint64_t start_resident_ = 0;
  std::uint64_t grown_bytes_ = 0;
  Clock::time_point last_look_{};
  std::string printed_;
};

/// From now on what a process started and left running ends with it, wherever it went. For a program whose children are
/// all a Process, or waited for at once. Source: prctl(2), PR_SET_CHILD_SUBREAPER.
void end_orphans_too();

/// A child that is no Process: it is not one of those left behind until it is disowned, which ends what it leaves.
void adopt(pid_t child);
void disown(pid_t child);

/// For a fork of this program that has processes of its own: none of those of its parent is among them, and what they
/// leave behind comes to it.
void begin_family_anew();

/// For the child: ends when `parent` does, also when that was before this.
void die_with(pid_t parent);

/// For the child: leads a group of its own, dies with `parent`, dumps no core.
void restrict_process(pid_t parent);

/// For the child: nothing to read on stdin, what it prints goes to `output`.
void redirect(int output);

/// For the child: closes every file above stderr but `kept`.
void close_files_except(std::span<const int> kept);

/// For a child that becomes another program: each first number becomes the second, and every other file above stderr is
/// closed. No signal is blocked.
void hand_over(std::span<const std::pair<int, int>> files);

}  // namespace attncheck
