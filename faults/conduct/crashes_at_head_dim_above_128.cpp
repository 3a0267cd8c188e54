// The largest size of the models it was written for.
#include <cstdlib>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, crashes_at_head_dim_above_128, "a buffer of 128 channels and an assertion") {
  steps.whole = [](const Steps&, const Problem& problem) {
    if (problem.shape.head_dim > 128) std::abort();
    return run_steps(right_steps(), problem);
  };
  card.exposed_by = "a head_dim above 128";
  card.noticed_by = {"accuracy/no_size_is_special"};
  card.effect = Effect::crashes;
  card.shows_on = [] { return make_problem({1, 129, 1}, DType::float32, false); };
}
