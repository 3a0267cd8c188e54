// Seen as logits multiplied by the mask, and as a fill with about zero.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_zero, "a hidden key gets the logit zero") {
  steps.hidden_logit = [](double) { return 0.0; };
  card.seen = {"georg-wolflein/good-features#1", "hyunwoongko/transformer#10", "NTMC-Community/MatchZoo-py#163"};
  card.exposed_by = "negative visible logits, and every other causal problem too";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
