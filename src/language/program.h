#pragma once
// program.h: a started program and the two pipes on which it is asked. Used by program_subject.cpp.
// Errors: std::system_error when the system gives no process or pipe; FrameError for what the program sends.
#include <memory>
#include <string>

#include "language/frames.h"
#include "process/process.h"
#include "process/wall.h"

namespace attncheck {

/// What is started, and behind what.
struct Launch {
  std::string command;  // as a shell reads it
  Reach reach;          // what it needs, where there is a wall
  std::shared_ptr<Wall> wall;
};

class Program {
 public:
  /// Starts the command. It reads from descriptor 3 and writes to descriptor 4, which the environment names too; stdin
  /// is empty, stdout and stderr are collected.
  explicit Program(const Launch& launch);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sends `frame`, unless it is empty, and waits until `reply` is complete. After any event but `answered`, and after
  /// a FrameError, nothing more may be asked of it.
  Event exchange(std::span<const std::byte> frame, Arriving& reply, double seconds, std::uint64_t resident_bytes);

  Process& process() { return process_; }
  int status() const { return tenant_.true_status(process_.status()); }  // as of waitpid, once dead

 private:
  struct Pipes {
    int ours[2];    // requests to write, answers to read
    int theirs[2];  // requests to read, answers to write
  };
  static Pipes make_pipes();
  Program(const Launch& launch, const Pipes& pipes);
  void send(std::span<const std::byte>& frame);
  bool receive(Arriving& reply);

  int requests_;
  int answers_;
  Tenant tenant_;  // ends after the process
  Process process_;
};

}  // namespace attncheck
