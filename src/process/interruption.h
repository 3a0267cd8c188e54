#pragma once
// interruption.h: a run that is told to stop ends in good order: what it has is reported, and nothing is left behind.
// Used by the command line, which listens, and by the runner, which stops.

namespace attncheck {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP is remembered and the second ends the process at once; a broken
/// pipe ends nothing.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
};

/// In a process just forked: signals end it again, as they would a program of its own.
void take_signals_as_usual();

/// In a fork of this program: whoever it works for hears them and ends it.
void leave_signals_to_the_parent();

/// "SIGTERM", the first that came; null while none has.
const char* interrupted_by();

}  // namespace attncheck
