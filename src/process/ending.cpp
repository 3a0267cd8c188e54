#include "process/ending.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>

namespace attncheck {

std::string signal_name(int number) {
  const char* name = sigabbrev_np(number);
  return fmt::format("signal {} ({})", number, name == nullptr ? "unknown" : std::string("SIG") + name);
}

std::string mebibytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024.0 * 1024.0));
}

double CallTimes::allowed(const Problem& problem) {
  constexpr double usual_work = 1 << 26;  // multiplications: a second of slow code
  const Shape& shape = problem.shape;
  const bool first = shapes_.insert({shape.tokens, shape.head_dim, shape.value_dim, problem.dtype}).second;
  const double work = static_cast<double>(shape.tokens) * static_cast<double>(shape.tokens) *
                      static_cast<double>(shape.head_dim + shape.value_dim);
  const double seconds = first ? std::max(limits_.first_call_seconds, limits_.call_seconds) : limits_.call_seconds;
  return seconds * (1 + work / usual_work);
}

CallReport describe_ending(Event event, const Process& process, int status, double seconds, const Limits& limits,
                           const std::function<std::string(int)>& describe_signal) {
  CallReport report;
  if (event == Event::timed_out) {
    report.status = CallStatus::timed_out;
    report.detail = fmt::format("did not return within {:.3g} seconds", seconds);
  } else if (event == Event::out_of_memory) {
    report.status = CallStatus::out_of_memory;
    report.detail = fmt::format("resident memory grew by {}, more than the limit of {}",
                                mebibytes(process.grown_bytes()), mebibytes(limits.resident_bytes));
  } else if (WIFSIGNALED(status)) {
    report.status = CallStatus::crashed;
    report.detail = describe_signal(WTERMSIG(status));
  } else {
    report.status = CallStatus::exited;
    report.detail = fmt::format("the process ended by itself with status {}", WEXITSTATUS(status));
  }
  return report;
}

}  // namespace attncheck
