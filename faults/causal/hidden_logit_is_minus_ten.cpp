// The mild end of finite stand-ins for minus infinity.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_minus_ten, "a hidden key gets the logit -10 instead of minus infinity") {
  steps.hidden_logit = [](double) { return -10.0; };
  card.exposed_by = "visible logits below -10, or large values behind the mask";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{4}, {4}}, {{-4}, {0}}, {{0}, {1}}, true); };
}
