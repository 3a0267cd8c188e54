// Lazy setting up in the wrong order: the first answer of a process is another.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(conduct, table_ready_after_the_first_call,
                "the table of exponentials is filled by the first call, after it was used") {
  steps.whole = [](const Steps&, const Problem& problem) {
    static bool ready = false;
    Problem asked = problem;
    if (!ready) asked.query = Tensor(problem.shape.tokens, problem.shape.head_dim);
    ready = true;
    return run_steps(right_steps(), asked);
  };
  card.exposed_by = "a problem asked twice from the start of a process";
  card.noticed_by = {"conduct/same_answer_twice", "causality/future_is_invisible"};
  card.effect = Effect::differs;
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
