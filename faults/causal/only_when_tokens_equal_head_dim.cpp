// A test for a square matrix that looks at the wrong axes.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, only_when_tokens_equal_head_dim,
                "the mask is applied only when there are as many tokens as channels") {
  steps.visible = [](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) || problem.shape.tokens != problem.shape.head_dim;
  };
  card.exposed_by = "a number of tokens other than head_dim";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
