// Nobody looks that far, and nobody can tell with a loose tolerance.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, right_only_up_to_1024_tokens, "beyond 1024 tokens every row is the mean of the values") {
  steps.logit = [](const Problem& problem, Index, Index, double logit) {
    return problem.shape.tokens > 1024 ? 0.0 : logit;
  };
  card.exposed_by = "more than 1024 tokens";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({1025, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(0, 0) = problem.value(0, 0) = 4;
    return problem;
  };
}
