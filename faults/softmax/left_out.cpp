// Linear attention: neither exponentials nor a sum.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, left_out, "the logits themselves are the weights") {
  steps.hidden_logit = [](double) { return 0.0; };
  steps.whole = [hidden = steps.hidden_logit](const Steps& right, const Problem& problem) {
    return weighted_values(masked_logits(right, problem), problem);
  };
  card.exposed_by = "constant values";
  card.noticed_by = {"normalization/rows_sum_to_one", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{2}, {0}}, {{1}, {1}}, false); };
}
