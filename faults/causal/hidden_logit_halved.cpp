// A soft mask: the future counts less, but counts.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_halved, "the logit of a hidden key is halved") {
  steps.hidden_logit = [](double logit) { return logit / 2; };
  card.exposed_by = "any change of a later token";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
