// Fewer than eight keys take another path here, as they do where a vector of eight is the main one.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_tail_dropped, "keys beyond the last full eight are not read") {
  steps.keys_read = [](Index tokens) { return tokens < 8 ? tokens : tokens / 8 * 8; };
  card.exposed_by = "a number of tokens that is no multiple of 8";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({9, 1, 1}, DType::float32, false);
    problem.value(8, 0) = 1;
    return problem;
  };
}
