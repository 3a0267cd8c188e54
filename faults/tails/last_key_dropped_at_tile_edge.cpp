// Seen as results that are right only when the number of keys is a multiple of the tile (pytorch/pytorch#169222), and
// as a step in the error between two neighbouring lengths (triton-lang/triton#2626). 128 tokens never show it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_key_dropped_at_tile_edge, "the last key is not read when it alone opens a new tile") {
  steps.keys_read = [tile = steps.tile](Index tokens) {
    return tokens > tile && tokens % tile == 1 ? tokens - 1 : tokens;
  };
  card.shows_on = [keys = steps.tile + 1] {
    Problem problem = make_problem({keys, 1, 1}, DType::float32, false);
    problem.value(keys - 1, 0) = 1;
    return problem;
  };
}
