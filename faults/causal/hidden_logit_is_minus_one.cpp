// A mask of -1 and 0 that was meant to be multiplied by something large.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_minus_one, "a hidden key gets the logit -1") {
  steps.hidden_logit = [](double) { return -1.0; };
  card.exposed_by = "negative visible logits, and every other causal problem too";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
