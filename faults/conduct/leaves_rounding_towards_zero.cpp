// A conversion to integers that needs it, and does not give it back.
#include <cfenv>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, leaves_rounding_towards_zero, "the rounding mode is set towards zero and left there") {
  steps.whole = [](const Steps&, const Problem& problem) {
    const Tensor output = run_steps(right_steps(), problem);
    std::fesetround(FE_TOWARDZERO);
    return output;
  };
  card.exposed_by = "a look at the floating-point mode after the call";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.effect = Effect::mode_changed;
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
