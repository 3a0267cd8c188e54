// The soft cap of another model, left on: small logits change in their third power only.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, tanh_cap_left_on, "logits pass through 50 tanh(logit / 50)") {
  steps.logit = [](const Problem&, Index, Index, double logit) { return 50 * std::tanh(logit / 50); };
  card.exposed_by = "logits of 10 and more";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{4}, {0}}, {{8}, {7.75}}, {{1}, {0}}, false); };
}
