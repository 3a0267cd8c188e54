// Three more bits than bfloat16: an ordinary comparison at 1e-3 does not see it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, logits_in_float16, "logits keep the 11 bits of float16 before the maximum is subtracted") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return round_to_bits(logit, 11); };
  card.exposed_by = "large logits that differ by little";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{100.03125}, {100}}, {{1}, {0}}, false); };
}
