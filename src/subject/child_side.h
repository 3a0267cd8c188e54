#pragma once
// child_side.h: what the child process does from fork to its end.
// Used by child_process.cpp. Never returns: it ends by _exit, so that nothing the parent holds is flushed or destroyed
// twice.
#include <sys/types.h>

#include "subject/child_subject.h"

namespace attncheck {

struct ChildSetup {
  pid_t parent;
  int requests;  // eventfd the parent writes the number of a call to
  int answers;   // eventfd the child writes it back to
  int output;    // where stdout and stderr go
  int file;      // the shared memory
};

[[noreturn]] void run_child(const ChildSetup& setup, const Loader& loader);

}  // namespace attncheck
