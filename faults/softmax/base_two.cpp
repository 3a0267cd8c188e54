// Half of a change of base: as if the logits were multiplied by ln 2.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, base_two, "exponentials and rescale factors are powers of two, but the logits are natural") {
  steps.exponential = [](double x) { return std::exp2(x); };
  steps.rescale_sum =
      steps.rescale_output = [](double old_shift, double new_shift) { return std::exp2(old_shift - new_shift); };
  card.exposed_by = "logits of ordinary size";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
