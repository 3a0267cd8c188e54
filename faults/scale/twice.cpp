// The same numbers as dividing by head_dim, reached on another way: two places that each mean to be the only one.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, twice, "the scale is applied to the query and again to the logits") {
  steps.scale = [](const Shape& shape) {
    const double scale = 1.0 / std::sqrt(static_cast<double>(shape.head_dim));
    return scale * scale;
  };
  card.exposed_by = "logits of ordinary size at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
