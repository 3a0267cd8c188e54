// A rectifier before the softmax.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, of_positive_logits, "negative logits count as zero") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return std::max(logit, 0.0); };
  card.exposed_by = "negative logits";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{-2}, {1}}, {{1}, {0}}, false); };
}
