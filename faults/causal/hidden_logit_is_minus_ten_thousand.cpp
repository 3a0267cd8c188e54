// Chosen because it fits half precision.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_minus_ten_thousand,
                "a hidden key gets the logit -1e4 instead of minus infinity") {
  steps.hidden_logit = [](double) { return -1e4; };
  card.seen = {"bentrevett/pytorch-seq2seq#191"};
  card.exposed_by = "rows all of whose visible logits are below -1e4";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{128}, {0}}, {{-128}, {0}}, {{0}, {1}}, true); };
}
