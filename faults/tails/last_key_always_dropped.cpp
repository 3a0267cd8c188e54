// An upper end taken for inclusive.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_key_always_dropped, "the last key is never read, unless it is the only one") {
  steps.keys_read = [](Index tokens) { return std::max<Index>(1, tokens - 1); };
  card.exposed_by = "a last key that matters";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({2, 1, 1}, DType::float32, false);
    problem.value(1, 0) = 1;
    return problem;
  };
}
