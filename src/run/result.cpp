#include "run/result.h"

#include <algorithm>

namespace attncheck {

int RunResult::exit_code() const {
  const auto any = [&](auto predicate) { return std::ranges::any_of(properties, predicate, &PropertyResult::outcome); };
  if (any([](Outcome outcome) { return outcome == Outcome::checker_error; })) return 4;
  if (any(against_subject)) return 1;
  const bool undecided =
      any([](Outcome outcome) { return outcome != Outcome::holds && outcome != Outcome::not_applicable; });
  const bool something_held = any([](Outcome outcome) { return outcome == Outcome::holds; });
  return undecided || !something_held ? 4 : 0;
}

}  // namespace attncheck
