// Seen when the vectors of a row outnumbered the lanes.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, second_half_of_keys_dropped, "of more than 64 keys only the first half is read") {
  steps.keys_read = [](Index tokens) { return tokens > 64 ? tokens / 2 : tokens; };
  card.seen = {"vllm-project/vllm#438"};
  card.exposed_by = "more than 64 tokens whose last keys matter";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({65, 1, 1}, DType::float32, false);
    problem.value(64, 0) = 1024;
    return problem;
  };
}
