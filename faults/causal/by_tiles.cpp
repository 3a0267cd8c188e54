// Skipping hidden tiles without masking inside the one on the diagonal.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, by_tiles, "keys are hidden a tile at a time, so a row sees the whole tile it lies in") {
  steps.visible = [tile = steps.tile](const Problem& problem, Index i, Index j) {
    return !problem.causal || j / tile <= i / tile;
  };
  card.exposed_by = "a change of the next token in the same tile of 16";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
