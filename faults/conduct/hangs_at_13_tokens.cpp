// A step that no longer advances at one remainder.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, hangs_at_13_tokens, "an endless loop when there are 13 tokens") {
  steps.whole = [](const Steps&, const Problem& problem) {
    volatile bool done = problem.shape.tokens != 13;
    while (!done) {}
    return run_steps(right_steps(), problem);
  };
  card.exposed_by = "13 tokens";
  card.noticed_by = {"shape/every_element_is_written"};
  card.effect = Effect::never_returns;
  card.shows_on = [] { return make_problem({13, 1, 1}, DType::float32, false); };
}
