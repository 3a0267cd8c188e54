// Seen where a factor that was already the inverse root was divided by, and where the sign of the exponent flipped.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, inverted, "the logits are multiplied by sqrt(head_dim)") {
  steps.scale = [](const Shape& shape) { return std::sqrt(static_cast<double>(shape.head_dim)); };
  card.seen = {"esceptico/perceiver-io#9", "AI-Hypercomputer/maxtext#1370"};
  card.exposed_by = "logits of ordinary size at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
