#pragma once
// child_side.h: what the child process does from its start to its end.
// Used by subject/child_process.cpp after a fork, and by the host, a program of its own. Never returns: it ends by
// _exit, so that nothing a parent holds is flushed or destroyed twice.
#include <sys/types.h>

#include "child/raw_call.h"

namespace attncheck {

/// Descriptors that both sides use.
struct Channel {
  int requests;  // eventfd the parent writes the number of a call to
  int answers;   // eventfd the child writes it back to
  int file;      // the shared memory
};

/// Where the host finds them.
inline constexpr Channel host_channel{3, 4, 5};

struct ChildSetup {
  pid_t parent;
  int output;  // where stdout and stderr go
  Channel channel;
};

/// Calls a function of this program, with all that this program has in its memory.
[[noreturn]] void run_child(const ChildSetup& setup, const Loader& loader);

/// The same in a program that was started for it: stdin, stdout and stderr are what they should be.
[[noreturn]] void serve(const Channel& channel, const Loader& loader);

}  // namespace attncheck
