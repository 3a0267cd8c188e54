// A stand-in for any constant typed with too few digits: no plain comparison at 1e-3 of small weights sees it.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, two_percent_off, "the scale is 2 percent too large") {
  steps.scale = [](const Shape& shape) { return 51 / (50 * std::sqrt(static_cast<double>(shape.head_dim))); };
  card.exposed_by = "logits of ordinary size";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
