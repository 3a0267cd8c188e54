#pragma once
// program.h: a started program and the two pipes on which it is asked. Used by program_subject.cpp.
// Errors: std::system_error when the system gives no process or pipe; FrameError for what the program sends.
#include <string>

#include "language/frames.h"
#include "process/process.h"

namespace attncheck {

class Program {
 public:
  /// Starts `command` as a shell does. It reads from descriptor 3 and writes to descriptor 4, which the environment
  /// names too; stdin is empty, stdout and stderr are collected.
  explicit Program(const std::string& command);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sends `frame`, unless it is empty, and waits until `reply` is complete. After any event but `answered`, and after
  /// a FrameError, nothing more may be asked of it.
  Event exchange(std::span<const std::byte> frame, Arriving& reply, double seconds, std::uint64_t resident_bytes);

  Process& process() { return process_; }

 private:
  struct Pipes {
    int ours[2];    // requests to write, answers to read
    int theirs[2];  // requests to read, answers to write
  };
  static Pipes make_pipes();
  explicit Program(const std::string& command, const Pipes& pipes);
  void send(std::span<const std::byte>& frame);
  bool receive(Arriving& reply);

  int requests_;
  int answers_;
  Process process_;
};

}  // namespace attncheck
