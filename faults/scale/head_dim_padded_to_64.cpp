// A "fix" that would have put a correct scale to the padded size was proposed and closed.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, head_dim_padded_to_64, "the scale is that of head_dim rounded up to a multiple of 64") {
  steps.scale = [](const Shape& shape) {
    const Index padded = (shape.head_dim + 63) / 64 * 64;
    return 1.0 / std::sqrt(static_cast<double>(padded));
  };
  card.seen = {"vllm-project/vllm-ascend#1958"};
  card.exposed_by = "a head_dim that is no multiple of 64";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
