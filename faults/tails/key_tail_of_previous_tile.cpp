// The buffer of a tile is filled as far as there are keys, and read as far as it is long.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_tail_of_previous_tile,
                "the last partial tile of 16 still holds keys of the tile before, and they are counted") {
  steps.whole = [tile = steps.tile](const Steps&, const Problem& problem) {
    const Index tokens = problem.shape.tokens;
    std::vector<Index> keys = keys_between(0, tokens);
    for (Index lane = tokens; lane % tile != 0; ++lane)
      if (lane >= tile && !problem.causal) keys.push_back(lane - tile);
    return row_by_row(problem, [&](Index i) { return part_of_row(problem, i, keys).mean; });
  };
  card.exposed_by = "more than one tile, the last of them partial";
  card.noticed_by = {"accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.value(16, 0) = 1;
    return problem;
  };
}
