// A mask that is flipped along the keys: every row has the right number of keys.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, counted_from_the_end, "row i sees the last i + 1 keys") {
  steps.visible = [](const Problem& problem, Index i, Index j) {
    return !problem.causal || j >= problem.shape.tokens - 1 - i;
  };
  card.exposed_by = "a change of the last token";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
