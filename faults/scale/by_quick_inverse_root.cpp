// Source of the trick: Lomont, Fast inverse square root, 2003.
#include <bit>
#include <cstdint>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, by_quick_inverse_root,
                "1/sqrt by the shift-and-subtract trick and one Newton step, up to 0.2 percent off") {
  steps.scale = [](const Shape& shape) {
    const float x = static_cast<float>(shape.head_dim);
    const float guess = std::bit_cast<float>(0x5f3759dfU - (std::bit_cast<std::uint32_t>(x) >> 1));
    return static_cast<double>(guess * (1.5F - x / 2 * guess * guess));
  };
  card.exposed_by = "logits of ordinary size";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{3}, {0}}, {{0.5}, {0}}, {{1}, {0}}, false); };
}
