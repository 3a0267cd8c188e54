// What near-zero inputs make of any attention; here it happens on all inputs.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, uniform_weights, "all visible keys get the same weight") {
  steps.logit = [](const Problem&, Index, Index, double) { return 0.0; };
  card.exposed_by = "unequal logits";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
