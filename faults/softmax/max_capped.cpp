// A clamp that was meant to keep exponentials in range and takes away what does.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, max_capped, "the maximum that is subtracted is at most 50") {
  steps.shift = [](double max) { return std::min(max, 50.0); };
  card.exposed_by = "logits above 139";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}}, {{32}}, {{1}}, false); };
}
