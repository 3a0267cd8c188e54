#pragma once
// spec.h: from what the user typed to a subject.
//   builtin:row|matrix|online     a compact attention of src/attention
//   fault:GROUP/NAME              attention that is wrong on purpose
//   lib:PATH.so or PATH.so        a shared library that exports attention or attention_f64 (attncheck/abi.h)
//   PATH.c .cc .cpp               compiled with the system compiler, then loaded
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>

#include "attncheck/subject.h"

namespace attncheck {

/// Wall-clock and memory limits of a subject. They end a call; they never decide how much is tested.
struct Limits {
  double start_seconds = 30;       // loading and the first hello
  double first_call_seconds = 10;  // the first call of a shape: room for just-in-time compilation
  double call_seconds = 5;
  std::uint64_t resident_bytes = std::uint64_t{2} << 30;  // resident, above what the child had at its start
};

/// Opens a subject and starts it once. `log` receives the compiler's command line and messages.
/// Throws SubjectError: wrong_name (unknown scheme, missing file, unknown builtin or fault) or
/// cannot_start (does not compile, does not load, exports neither function, dies at start).
std::unique_ptr<Subject> open_subject(const std::string& spec, const Limits& limits, std::ostream& log);

}  // namespace attncheck
