#include "core/call_outcome.h"

namespace attncheck {

Outcome outcome_of(CallStatus status) {
  switch (status) {
    case CallStatus::returned:
      return Outcome::holds;
    case CallStatus::timed_out:
      return Outcome::timed_out;
    case CallStatus::out_of_memory:
      return Outcome::out_of_memory;
    case CallStatus::wrong_shape:
      return Outcome::falsified;
    default:
      return Outcome::crashed;
  }
}

}  // namespace attncheck
