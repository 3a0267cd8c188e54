// A quick path for short problems that was written before there was a mask.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, ignored_up_to_16, "the mask is dropped where one tile holds all keys") {
  steps.visible = [tile = steps.tile](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) || problem.shape.tokens <= tile;
  };
  card.exposed_by = "at most 16 tokens";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
