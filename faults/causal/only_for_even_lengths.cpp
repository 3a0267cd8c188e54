// Pairs of keys are masked together; a last one alone takes another path.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, only_for_even_lengths, "the mask is dropped when the number of tokens is odd") {
  steps.visible = [](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) || problem.shape.tokens % 2 == 1;
  };
  card.exposed_by = "an odd number of tokens";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] {
    Problem problem = make_problem({3, 1, 1}, DType::float32, true);
    problem.value(2, 0) = 1;
    return problem;
  };
}
