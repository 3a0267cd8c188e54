// The way to avoid a remainder loop that is right for copies and wrong for sums.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_tile_overlaps,
                "the last tile of 16 is moved back to end at the last key, and keys in both tiles count twice") {
  steps.whole = [tile = steps.tile](const Steps&, const Problem& problem) {
    const Index tokens = problem.shape.tokens;
    std::vector<Index> keys = keys_between(0, tokens);
    if (tokens > tile && tokens % tile != 0)
      for (const Index again : keys_between(tokens - tile, tokens / tile * tile)) keys.push_back(again);
    return row_by_row(problem, [&](Index i) { return part_of_row(problem, i, keys).mean; });
  };
  card.exposed_by = "more than one tile, the last of them partial";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.value(16, 0) = 1;
    return problem;
  };
}
