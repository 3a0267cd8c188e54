// Seen as rows of zeros when massive activations pushed all logits of a row below the start.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, max_starts_at_minus_fifty_thousand,
                "the running maximum starts at -5e4: smaller logits never move it") {
  steps.max_start = [] { return -5e4; };
  card.seen = {"flashinfer-ai/flashinfer#4267"};
  card.exposed_by = "rows all of whose logits are below -5e4";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{256}}, {{-256}}, {{1}}, false); };
}
