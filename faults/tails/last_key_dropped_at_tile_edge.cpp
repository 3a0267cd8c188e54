// Seen as a step in the error between two neighbouring lengths. 128 tokens never show it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_key_dropped_at_tile_edge, "the last key is not read when it alone opens a new tile") {
  steps.keys_read = [tile = steps.tile](Index tokens) {
    return tokens > tile && tokens % tile == 1 ? tokens - 1 : tokens;
  };
  card.seen = {"pytorch/pytorch#169222", "triton-lang/triton#2626"};
  card.exposed_by = "one token more than full tiles";
  card.noticed_by = {"accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.value(16, 0) = 1;
    return problem;
  };
}
