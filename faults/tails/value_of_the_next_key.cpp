// Two caches that are one token apart; the last key takes the first value.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, value_of_the_next_key, "the weight of a key meets the value of the next one") {
  steps.value = [](const Problem& problem, Index j, Index c) {
    return problem.value((j + 1) % problem.shape.tokens, c);
  };
  card.exposed_by = "values that differ from key to key";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
