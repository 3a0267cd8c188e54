// The smallest of the constants people write for minus infinity.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, max_starts_at_minus_hundred,
                "the running maximum starts at -100: smaller logits never move it") {
  steps.max_start = [] { return -100.0; };
  card.exposed_by = "rows all of whose logits are below -204";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}}, {{-32}}, {{1}}, false); };
}
