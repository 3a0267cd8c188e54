// A restriction of one implementation that its interface does not have.
#include <stdexcept>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, throws_when_value_dim_is_odd, "an odd value_dim above one is refused with an exception") {
  steps.whole = [](const Steps&, const Problem& problem) {
    if (problem.shape.value_dim % 2 == 1 && problem.shape.value_dim > 1)
      throw std::runtime_error("value_dim must be even");
    return run_steps(right_steps(), problem);
  };
  card.exposed_by = "an odd value_dim";
  card.noticed_by = {"shape/every_element_is_written", "conduct/same_answer_twice"};
  card.effect = Effect::crashes;
  card.shows_on = [] { return make_problem({1, 1, 3}, DType::float32, false); };
}
