// Channels that are stored as pairs are counted as pairs.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, of_half_head_dim, "the scale is that of half the channels") {
  steps.scale = [](const Shape& shape) {
    const Index half = (shape.head_dim + 1) / 2;
    return 1.0 / std::sqrt(static_cast<double>(half));
  };
  card.exposed_by = "logits of ordinary size at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
