#include "run/result.h"

#include <algorithm>

namespace attncheck {

int exit_code(const std::vector<Outcome>& outcomes) {
  const auto any = [&](auto predicate) { return std::ranges::any_of(outcomes, predicate); };
  if (any([](Outcome outcome) { return outcome == Outcome::checker_error; })) return 4;
  if (any(against_subject)) return 1;
  const bool undecided =
      any([](Outcome outcome) { return outcome != Outcome::holds && outcome != Outcome::not_applicable; });
  const bool something_held = any([](Outcome outcome) { return outcome == Outcome::holds; });
  return undecided || !something_held ? 4 : 0;
}

int RunResult::exit_code() const {
  std::vector<Outcome> outcomes;
  outcomes.reserve(properties.size());
  for (const PropertyResult& property : properties) outcomes.push_back(property.outcome);
  return attncheck::exit_code(outcomes);
}

}  // namespace attncheck
