// Half tolerances never show it: the error of a weight is that of a logit, which grows with its size.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, logits_in_bfloat16, "logits are rounded to bfloat16 before the maximum is subtracted") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return round_to_bits(logit, 8); };
  card.exposed_by = "large logits that differ by little";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{100.25}, {100}}, {{1}, {0}}, false); };
}
