#include "attncheck/verdict.h"

namespace attncheck {

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::holds:
      return "holds";
    case Outcome::falsified:
      return "falsified";
    case Outcome::inconclusive:
      return "inconclusive";
    case Outcome::gave_up:
      return "gave_up";
    case Outcome::not_applicable:
      return "not_applicable";
    case Outcome::withheld:
      return "withheld";
    case Outcome::crashed:
      return "crashed";
    case Outcome::timed_out:
      return "timed_out";
    case Outcome::out_of_memory:
      return "out_of_memory";
    case Outcome::checker_error:
      return "checker_error";
  }
  return "checker_error";
}

bool against_subject(Outcome outcome) {
  return outcome == Outcome::falsified || outcome == Outcome::crashed || outcome == Outcome::timed_out ||
         outcome == Outcome::out_of_memory;
}

}  // namespace attncheck
