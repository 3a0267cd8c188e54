// Seen where a boolean mask was filled with a large negative number, became true, and was added.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_plus_one, "one is added to the logit of a hidden key") {
  steps.hidden_logit = [](double logit) { return logit + 1; };
  card.seen = {"open-mmlab/mmdetection#12351"};
  card.exposed_by = "any change of a later token";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
