// Seen in an exercise whose checker accepts it as readily as the square root (duoan/TorchCode#17).
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, by_head_dim, "the logits are divided by head_dim instead of its square root") {
  steps.scale = [](const Shape& shape) { return 1.0 / static_cast<double>(shape.head_dim); };
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
