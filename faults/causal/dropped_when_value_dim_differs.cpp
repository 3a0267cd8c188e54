// A general path for unequal sizes that was never given the flag.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, dropped_when_value_dim_differs, "the mask is dropped when value_dim is not head_dim") {
  steps.visible = [](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) || problem.shape.value_dim != problem.shape.head_dim;
  };
  card.exposed_by = "a causal problem with value_dim other than head_dim";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}, {{0}, {1}}, true); };
}
