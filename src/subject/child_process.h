#pragma once
// child_process.h: one child process as the parent sees it: started once, asked call by call, ended without mercy.
// Used by child_subject.cpp. Whether a call succeeded is decided by its answer alone, never by how the process ended.
// Errors: std::system_error when the system gives no process.
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "subject/child_subject.h"

namespace attncheck {

enum class Event { answered, died, timed_out, out_of_memory };

class ChildProcess {
 public:
  /// Forks. `file` is the shared memory.
  ChildProcess(int file, const Loader& loader);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends the number of a call. What the subject prints is collected anew from here on.
  /// False when the subject spoiled the channel: it will never answer.
  [[nodiscard]] bool ask(std::uint64_t number);
  /// Waits for the answer with that number. After any event but `answered` the process is dead.
  Event wait(std::uint64_t number, double seconds, std::uint64_t resident_bytes);
  /// From now on memory is counted relative to what the process has now.
  void start_counting_memory();

  int status() const { return status_; }                      // as of waitpid, once dead
  std::uint64_t grown_bytes() const { return grown_bytes_; }  // at the last look
  std::string last_lines() const;                             // of what it printed, at most 10

 private:
  using Clock = std::chrono::steady_clock;
  void end();
  bool ended() const;
  bool answer_arrived(std::uint64_t number);
  void collect_output(std::size_t most);
  bool too_large(std::uint64_t resident_bytes);
  std::uint64_t resident() const;

  pid_t pid_ = -1;
  int requests_ = -1;
  int answers_ = -1;
  int output_ = -1;
  bool output_open_ = true;
  int status_ = 0;
  std::uint64_t start_resident_ = 0;
  std::uint64_t grown_bytes_ = 0;
  Clock::time_point last_look_{};
  std::string printed_;
};

}  // namespace attncheck
