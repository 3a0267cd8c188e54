// Tiles are skipped by their first row: a comparison with the wrong end of the tile.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, diagonal_tile_dropped,
                "a row sees the tiles before its own, and of its own the first key only") {
  steps.visible = [tile = steps.tile](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) && (!problem.causal || j < i / tile * tile || j % tile == 0);
  };
  card.exposed_by = "rows that do not open a tile";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
