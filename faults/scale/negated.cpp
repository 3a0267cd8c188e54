// A neighbour of the inverted scale: the sign of the factor instead of the sign of its exponent.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, negated, "the scale is negative: near keys lose, far keys win") {
  steps.scale = [](const Shape& shape) { return -1.0 / std::sqrt(static_cast<double>(shape.head_dim)); };
  card.exposed_by = "any two keys with different logits";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
