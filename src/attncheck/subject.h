#pragma once
// subject.h: an implementation under test, as the runner sees it.
// Used by the runner and Check; implemented in src/subject, where each subject runs in a child process.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

/// What the output buffer holds before the call.
enum class Prefill { poison, zeros, previous };  // NaN with a recognisable payload; 0; whatever the last call left

enum class CallStatus {
  returned,
  crashed,  // a signal
  exited,   // the process ended by itself, with status 0 too
  timed_out,
  out_of_memory,
  wrong_shape,  // an output that is not tokens x value_dim
  no_answer     // nobody was asked: the answers were made before
};

/// What one call did.
struct CallReport {
  CallStatus status = CallStatus::returned;
  Tensor output;                         // [tokens, value_dim], when it returned
  Index unwritten = 0;                   // elements that still hold the poison bit for bit (Prefill::poison only)
  std::optional<Index> first_unwritten;  // row-major position of the first of them
  std::string inputs_changed;            // empty, or which input changed and where
  std::string guard_damage;              // empty, or which guard words were overwritten
  std::string mode_changed;              // empty, or how the floating-point environment was left
  std::string concurrent_difference;  // empty, or how answers to calls from several threads differed from those alone
  std::string detail;       // for the other statuses: "signal 11 (SIGSEGV) at an unreadable page after key", ...
  std::string stderr_tail;  // last lines the subject wrote to stdout or stderr during the call
};

/// Thrown when a subject cannot be used; what() is one clear line, and further lines are the compiler's or loader's
/// own.
class SubjectError : public std::runtime_error {
 public:
  enum class Kind {
    wrong_name,    // exit code 2
    cannot_start,  // its own fault: it does not compile, does not load, dies at its start; exit code 3
    machine        // what this machine lacks or refuses; exit code 3
  };
  SubjectError(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

/// Wall-clock and memory limits of a subject. They end a call; they never decide how much is tested.
struct Limits {
  double start_seconds = 30;       // loading and the first hello
  double first_call_seconds = 10;  // the first call of a shape: room for just-in-time compilation
  double call_seconds = 5;
  std::uint64_t resident_bytes = std::uint64_t{2} << 30;  // resident, above what the child had at its start
};

class Subject {
 public:
  virtual ~Subject() = default;
  virtual const std::string& name() const = 0;
  virtual const std::vector<DType>& dtypes() const = 0;

  /// What it declares about itself, as --declare KEY=VALUE does.
  virtual const std::map<std::string, std::string>& declared() const {
    static const std::map<std::string, std::string> nothing;
    return nothing;
  }

  /// Opens it once more, to be asked from another process at the same time; empty where one at a time is all there is.
  virtual std::function<std::unique_ptr<Subject>()> opener() const { return {}; }

  /// Is that safe, and of use, without being told so? Two of a program may meet in a file or at a port, and a library
  /// may have threads for all cores already.
  virtual bool shares_nothing() const { return false; }

  /// What keeps it from this machine, or empty.
  virtual std::string wall() const { return {}; }

  /// Can it be asked from several threads at once?
  virtual bool takes_threads() const { return true; }

  /// Runs one problem. Never throws for what the subject does; a dead child is replaced before the next call.
  /// Throws std::logic_error for a dtype it does not offer.
  virtual CallReport call(const Problem& problem, Prefill prefill = Prefill::poison) = 0;

  /// The same, and before it the problem and variants of it are asked from `threads` threads at once, many times.
  virtual CallReport call_from_threads(const Problem& problem, int threads) = 0;

  /// A fresh process for the next call, so that nothing of earlier calls is left.
  virtual void restart() = 0;

  virtual Index calls() const = 0;
};

}  // namespace attncheck
