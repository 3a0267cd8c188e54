// Seen as a placeholder for rows without a key in the tile, where it made an exponential infinite.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, max_starts_at_minus_hundred_thousand,
                "the running maximum starts at -1e5: smaller logits never move it") {
  steps.max_start = [] { return -1e5; };
  card.seen = {"NVIDIA/TensorRT-LLM#19220"};
  card.exposed_by = "rows all of whose logits are below -1e5";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{512}}, {{-512}}, {{1}}, false); };
}
