// Seen with a user's own weights, as NaN from the eighth layer on, and with a logit of 378. Gaussian inputs never show
// it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, no_max_shift, "exp is taken of the logits as they are, without subtracting their maximum") {
  steps.shift = [](double) { return 0.0; };
  card.seen = {"NVIDIA/FasterTransformer#43", "intel/xFasterTransformer#326", "uTensor/uTensor#175"};
  card.exposed_by = "logits beyond 89, or all below -104";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}}, {{32}}, {{1}}, false); };
}
