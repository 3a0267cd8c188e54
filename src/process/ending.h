#pragma once
// ending.h: how a call ended that brought no answer, in words. Used for subjects that are processes.
#include <string>

#include "attncheck/subject.h"
#include "process/process.h"

namespace attncheck {

/// "signal 11 (SIGSEGV)"
std::string signal_name(int number);

/// "64.0 MiB"
std::string mebibytes(std::uint64_t bytes);

/// Seconds a call on `problem` may take: a large problem takes more than a small one.
double allowed_seconds(const Limits& limits, const Problem& problem, bool first_of_shape);

/// Status and detail. `process` is dead; `event` is not `answered`; the call was given `seconds`. Signals are told as
/// `describe_signal` says.
CallReport describe_ending(Event event, const Process& process, double seconds, const Limits& limits,
                           const std::function<std::string(int)>& describe_signal);

}  // namespace attncheck
