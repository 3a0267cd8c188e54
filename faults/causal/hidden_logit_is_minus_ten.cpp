// The mild end of finite stand-ins for minus infinity: 1e-9 typed for -1e9 (awslabs/gluonts#1401), a fill with about
// zero (hyunwoongko/transformer#10), -1e4 chosen to fit half precision (bentrevett/pytorch-seq2seq#191).
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, hidden_logit_is_minus_ten, "a hidden key gets the logit -10 instead of minus infinity") {
  steps.hidden_logit = [](double) { return -10.0; };
  card.shows_on = [] { return small_problem({{4}, {4}}, {{-4}, {0}}, {{0}, {1}}, true); };
}
