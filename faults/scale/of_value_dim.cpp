// The two sizes are the same in nearly every model and in nearly every test.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, of_value_dim, "the scale is 1/sqrt(value_dim)") {
  steps.scale = [](const Shape& shape) { return 1.0 / std::sqrt(static_cast<double>(shape.value_dim)); };
  card.exposed_by = "a value_dim other than head_dim";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
