// A guard against division by zero, or a count that starts at one: large at small head_dim, 0.8 percent at 64.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, of_head_dim_plus_one, "the scale is 1/sqrt(head_dim + 1)") {
  steps.scale = [](const Shape& shape) { return 1.0 / std::sqrt(static_cast<double>(shape.head_dim + 1)); };
  card.exposed_by = "logits of ordinary size, best at small head_dim";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
