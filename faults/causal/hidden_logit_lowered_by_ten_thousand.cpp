// An additive mask of that size: a hidden key wins where its logit is 1e4 above the visible ones.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_lowered_by_ten_thousand, "-1e4 is added to the logit of a hidden key") {
  steps.hidden_logit = [](double logit) { return logit - 1e4; };
  card.exposed_by = "visible logits far below hidden ones";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero"};
  card.shows_on = [] { return small_problem({{128}, {0}}, {{-128}, {0}}, {{0}, {1}}, true); };
}
