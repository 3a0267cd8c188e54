// Exact where sqrt(head_dim) is a power of two, so never seen at 64 or 256.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, in_bfloat16, "the scale itself is a bfloat16 number") {
  steps.scale = [](const Shape& shape) {
    return round_to_bits(1.0 / std::sqrt(static_cast<double>(shape.head_dim)), 8);
  };
  card.exposed_by = "a head_dim that is no power of four";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{3, 3}, {0, 0}}, {{0.5, 0.5}, {0, 0}}, {{1}, {0}}, false); };
}
