// A remainder loop that was written without the mask.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, ignored_in_last_tile, "rows of the last partial tile of 16 see all keys") {
  steps.visible = [tile = steps.tile](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) || i >= problem.shape.tokens / tile * tile;
  };
  card.exposed_by = "a number of tokens that is no multiple of 16";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
