// The finest of the alignments; padding with zeros changes nothing but the scale that is computed from the padded size.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, head_dim_padded_to_8, "the scale is that of head_dim rounded up to a multiple of 8") {
  steps.scale = [](const Shape& shape) {
    const Index padded = (shape.head_dim + 7) / 8 * 8;
    return 1.0 / std::sqrt(static_cast<double>(padded));
  };
  card.seen = {"bytedance-iaas/sglang#485"};
  card.exposed_by = "a head_dim that is no multiple of 8";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
