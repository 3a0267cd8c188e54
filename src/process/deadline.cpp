#include "process/deadline.h"

#include <algorithm>

#include "process/family.h"

namespace attncheck {
namespace {

/// Looking costs as much as a short call: who answers at once is never looked at.
constexpr double first_look = 0.02;
/// Who waits less than this part of the time has a processor for itself, or sleeps.
constexpr double waits = 0.1;
constexpr double most = 10;
/// As exactly as the system counts.
constexpr double tick = 0.01;

double seconds_between(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

std::chrono::steady_clock::time_point after(std::chrono::steady_clock::time_point begin, double seconds) {
  using Clock = std::chrono::steady_clock;
  return begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Deadline::Deadline(pid_t process, double seconds)
    : process_(process), seconds_(seconds), next_(after(begin_, seconds)) {}

Deadline::Use Deadline::look() const {
  const std::vector<pid_t> family = family_of(process_);
  return {Clock::now(), processor_seconds_of(family), waiting_seconds_of(family)};
}

bool Deadline::passed() {
  const Clock::time_point now = Clock::now();
  const double elapsed = seconds_between(begin_, now);
  if (!looked_ && elapsed > std::min(first_look, seconds_ / 2)) {
    looked_ = true;
    first_ = look();
  }
  return now >= next_ && (elapsed >= most * seconds_ || late(look()));
}

bool Deadline::late(const Use& now) {
  const double unseen = seconds_between(begin_, first_.at), seen = seconds_between(first_.at, now.at);
  // Where we ourselves came late, nobody knows what it did before.
  const double had = (unseen < seconds_ / 2 ? unseen : 0) + now.ran - first_.ran;
  const double left = seconds_ - had;
  if (left < tick || (seen > tick && now.waited - first_.waited < waits * seen)) return true;
  next_ = std::min(after(now.at, left), after(begin_, most * seconds_));
  return false;
}

}  // namespace attncheck
