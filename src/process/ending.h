#pragma once
// ending.h: how a call ended that brought no answer, in words. Used for subjects that are processes.
#include <set>
#include <string>
#include <tuple>

#include "attncheck/subject.h"
#include "process/process.h"

namespace attncheck {

/// "signal 11 (SIGSEGV)"
std::string signal_name(int number);

/// "64.0 MiB"
std::string mebibytes(std::uint64_t bytes);

/// How long calls may take: the first of a shape in a process longer, and a large problem longer than a small one.
class CallTimes {
 public:
  explicit CallTimes(const Limits& limits) : limits_(limits) {}

  /// A new process has seen no shape.
  void forget_shapes() { shapes_.clear(); }
  /// Seconds for the call on `problem` that comes now.
  double allowed(const Problem& problem);

 private:
  Limits limits_;
  std::set<std::tuple<Index, Index, Index, DType>> shapes_;
};

/// Status and detail. `process` is dead, and ended with `status`; `event` is not `answered`; the call was given
/// `seconds`. Signals are told as `describe_signal` says.
CallReport describe_ending(Event event, const Process& process, int status, double seconds, const Limits& limits,
                           const std::function<std::string(int)>& describe_signal);

}  // namespace attncheck
