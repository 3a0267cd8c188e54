// Also what the smallest positive float does, where the lowest was meant.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, max_starts_at_zero, "the running maximum starts at zero: negative logits never move it") {
  steps.max_start = [] { return 0.0; };
  card.exposed_by = "rows all of whose logits are below -104";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}}, {{-32}}, {{1}}, false); };
}
