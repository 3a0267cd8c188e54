// A floor of -1e4 meant as a guard against NaN.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, max_starts_finite, "the running maximum starts at -1e4: smaller logits never move it") {
  steps.max_start = [] { return -1e4; };
  card.seen = {"tracel-ai/burn#4697"};
  card.exposed_by = "rows all of whose logits are below -1e4";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{128}}, {{-128}}, {{1}}, false); };
}
