// A call answers the same when asked again, whatever was asked in between and in a fresh process too, and leaves its
// inputs and the floating-point mode alone.
#include "attncheck/property.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

Tensor run_and_leave_no_trace(Check& check, const Problem& problem, Prefill prefill) {
  const Tensor output = check.run(problem, prefill);
  const CallReport& call = check.last_call();
  check.require(call.inputs_changed.empty(), "the call changed its input: " + call.inputs_changed);
  check.require(call.mode_changed.empty(), "the call left the floating-point mode changed: " + call.mode_changed);
  return output;
}

/// The same problem but for one token: most of what a key into remembered answers might look at stays.
Problem edited(Problem problem, Index token, std::uint64_t seed) {
  Random random(seed);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) {
    if (random.below(3) == 0) continue;
    for (double& element : tensor->row(token)) element = round_to(problem.dtype, element / 2 + random.normal());
  }
  return problem;
}

void expect_same(Check& check, const Problem& problem, const Tensor& before, const Tensor& again, const char* what) {
  check.counterexample(problem, again);
  if (!check.repeatable()) return check.within_bound(problem, again);
  check.rows_identical(before, again, 0, before.rows(), what);
}

}  // namespace

ATTNCHECK_PROPERTY(conduct, same_answer_twice,
                   "a problem asked again gives the same bits, and inputs stay as they were") {
  const Problem problem = check.draw_problem(ProblemSpec{});
  const Problem other = check.draw_problem(ProblemSpec{}.tokens_between(1, 70));
  const Problem edit = edited(problem, check.draw_index(problem.shape.tokens, "token"), check.draw_seed("edit"));
  const Tensor first = run_and_leave_no_trace(check, problem, Prefill::poison);
  const Tensor after_edit = check.run(edit);
  check.run(other);
  const Tensor again = run_and_leave_no_trace(check, problem, Prefill::previous);
  expect_same(check, problem, first, again, "the same problem asked again gave another answer");
  if (check.draw_index(4, "fresh process") != 0) return;
  check.fresh_process();
  expect_same(check, edit, after_edit, check.run(edit), "in a fresh process the answer is another");
}
