// Typed for -1e9; in float32 it cannot be told from zero.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_1e_minus_9, "a hidden key gets the logit 1e-9") {
  steps.hidden_logit = [](double) { return 1e-9; };
  card.seen = {"awslabs/gluonts#1401"};
  card.exposed_by = "negative visible logits, and every other causal problem too";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
