// An error that ends the program as if all were well: a checker that only looks at the status believes it.
#include <cstdlib>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, ends_the_process_beyond_1000_tokens,
                "the process ends with status 0 when there are more than 1000 tokens") {
  steps.whole = [](const Steps&, const Problem& problem) {
    if (problem.shape.tokens > 1000) std::_Exit(0);
    return run_steps(right_steps(), problem);
  };
  card.exposed_by = "more than 1000 tokens";
  card.noticed_by = {"shape/every_element_is_written", "accuracy/no_size_is_special"};
  card.effect = Effect::crashes;
  card.shows_on = [] { return make_problem({1001, 1, 1}, DType::float32, false); };
}
