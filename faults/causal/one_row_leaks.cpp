// A single wrong bit of a mask: the smallest leak there is.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, one_row_leaks, "row 5 also sees key 6, no other row sees too much") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return problem.visible(i, j) || (i == 5 && j == 6); };
  card.exposed_by = "a change of token 6 alone";
  card.noticed_by = {"causality/future_weights_are_zero", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({7, 1, 1}, DType::float32, true);
    problem.value(6, 0) = 1;
    return problem;
  };
}
