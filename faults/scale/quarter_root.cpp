// Half of a scale that is split between query and key, with the other half forgotten.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, quarter_root, "the scale is head_dim to the power -1/4") {
  steps.scale = [](const Shape& shape) { return std::pow(static_cast<double>(shape.head_dim), -1.0 / 4); };
  card.exposed_by = "logits of ordinary size at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
