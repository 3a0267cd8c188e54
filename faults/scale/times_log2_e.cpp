// Half of a change of base: the kernel was given a scale for base two and computes in base e.
#include <cmath>
#include <numbers>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, times_log2_e, "the scale carries log2(e) as for exp2, but the exponential is exp") {
  steps.scale = [](const Shape& shape) { return std::numbers::log2e / std::sqrt(static_cast<double>(shape.head_dim)); };
  card.exposed_by = "logits of ordinary size";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
