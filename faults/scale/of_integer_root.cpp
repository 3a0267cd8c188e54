// Integer arithmetic on a size: right at 1, 4, 16, 64 and 256.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, of_integer_root, "the square root of head_dim is rounded down to an integer") {
  steps.scale = [](const Shape& shape) { return 1.0 / std::floor(std::sqrt(static_cast<double>(shape.head_dim))); };
  card.exposed_by = "a head_dim that is no square";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
