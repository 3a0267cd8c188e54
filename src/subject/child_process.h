#pragma once
// child_process.h: one child as the parent sees it: started once, asked call by call by the number of a call in
// the shared memory. Used by child_subject.cpp. Errors: std::system_error when the system gives no process.
#include <cstdint>

#include "process/process.h"
#include "subject/child_subject.h"

namespace attncheck {

class ChildProcess {
 public:
  /// `file` is the shared memory.
  ChildProcess(int file, const ChildStart& start);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends the number of a call. What the subject prints is collected anew from here on.
  /// False when the subject spoiled the channel: it will never answer.
  [[nodiscard]] bool ask(std::uint64_t number);
  /// Waits for the answer with that number. After any event but `answered` the process is dead.
  Event wait(std::uint64_t number, double seconds, std::uint64_t resident_bytes);

  Process& process() { return process_; }
  int status() const { return tenant_.true_status(process_.status()); }  // as of waitpid, once dead

 private:
  int requests_;
  int answers_;
  Tenant tenant_;  // ends after the process
  Process process_;
};

}  // namespace attncheck
