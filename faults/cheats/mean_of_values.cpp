// Near attention for thousands of tokens and loose absolute tolerances.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, mean_of_values, "every row is the mean of all values") {
  steps.whole = [](const Steps&, const Problem& problem) {
    Problem mean = make_problem(problem.shape, problem.dtype, false);
    mean.value = problem.value;
    return run_steps(right_steps(), mean);
  };
  card.exposed_by = "unequal logits, or a causal mask";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
