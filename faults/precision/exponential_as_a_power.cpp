// Twelve squarings, exact near zero.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(precision, exponential_as_a_power, "exp as (1 + x/4096) to the power 4096, 1e-4 off at x = -1") {
  steps.exponential = [](double x) {
    double power = std::max(0.0, 1 + x / 4096);
    for (int doubling = 0; doubling < 12; ++doubling) power *= power;
    return power;
  };
  card.exposed_by = "logits of ordinary size";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{1}, {0}}, {{0}, {-0.75}}, {{0}, {1}}, false); };
}
