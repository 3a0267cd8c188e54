// A lost sign: positive logits never show it.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, of_absolute_logits, "the magnitudes of the logits are used") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return std::abs(logit); };
  card.exposed_by = "logits of both signs";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{-2}, {1}}, {{1}, {0}}, false); };
}
