// Head dimensions of 32, 64, 96 and 128 never show it, and these are nearly all that people use.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, head_dim_padded_to_32, "the scale is that of head_dim rounded up to a multiple of 32") {
  steps.scale = [](const Shape& shape) {
    const Index padded = (shape.head_dim + 31) / 32 * 32;
    return 1.0 / std::sqrt(static_cast<double>(padded));
  };
  card.seen = {"intel/ipex-llm#12619"};
  card.exposed_by = "a head_dim that is no multiple of 32";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
