#pragma once
// deadline.h: when a process is late. Seconds are those of a processor: who waits for one is not late, who sleeps is.
// Used by Process. No errors: what cannot be read of a process counts as no time.
#include <sys/types.h>

#include <chrono>

namespace attncheck {

class Deadline {
 public:
  /// For a process and what it started, from now on: `seconds` where it has a processor for itself or sleeps. Where it
  /// waits for one, until it had that much of it; ten times as long at most.
  Deadline(pid_t process, double seconds);

  /// To be asked every few milliseconds.
  bool passed();

 private:
  using Clock = std::chrono::steady_clock;
  struct Use {
    Clock::time_point at;
    double ran = 0;     // seconds on processors
    double waited = 0;  // seconds ready to run
  };
  Use look() const;
  bool late(const Use& now);

  pid_t process_;
  double seconds_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_;  // nothing is decided before
  bool looked_ = false;
  Use first_;
};

}  // namespace attncheck
