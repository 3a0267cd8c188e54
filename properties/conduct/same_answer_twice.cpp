// A call answers the same when asked again, also after another problem, and leaves its inputs and the floating-point
// mode alone.
#include "attncheck/property.h"
using namespace attncheck;

namespace {

void leaves_no_trace(Check& check) {
  const CallReport& call = check.last_call();
  check.require(call.inputs_changed.empty(), "the call changed its input: " + call.inputs_changed);
  check.require(call.mode_changed.empty(), "the call left the floating-point mode changed: " + call.mode_changed);
}

}  // namespace

ATTNCHECK_PROPERTY(conduct, same_answer_twice,
                   "a problem asked again gives the same bits, and inputs stay as they were") {
  Problem other = check.draw_problem(ProblemSpec{}.tokens_between(1, 70));
  Problem problem = check.draw_problem(ProblemSpec{});
  const Tensor first = check.run(problem);
  leaves_no_trace(check);
  check.run(other);
  const Tensor again = check.run(problem, Prefill::previous);
  leaves_no_trace(check);
  if (check.repeatable())
    check.rows_identical(first, again, 0, first.rows(), "the same problem asked again gave another answer");
  else
    check.within_bound(problem, again);
}
