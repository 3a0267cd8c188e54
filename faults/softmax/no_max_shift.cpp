// Seen with a user's own weights, as NaN from the eighth layer on (NVIDIA/FasterTransformer#43), and with a logit of
// 378 (uTensor/uTensor#175). Gaussian inputs never show it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, no_max_shift, "exp is taken of the logits as they are, without subtracting their maximum") {
  steps.shift = [](double) { return 0.0; };
  card.shows_on = [] { return small_problem({{32}}, {{32}}, {{1}}, false); };
}
