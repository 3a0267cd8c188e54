// Far enough for ordinary logits, and nearer than large ones.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_minus_hundred, "a hidden key gets the logit -100 instead of minus infinity") {
  steps.hidden_logit = [](double) { return -100.0; };
  card.exposed_by = "rows all of whose visible logits are below -85";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{16}, {0}}, {{-16}, {0}}, {{0}, {1}}, true); };
}
