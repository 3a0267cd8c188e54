// Seen in an exercise whose checker accepts it as readily as the square root.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, by_head_dim, "the logits are divided by head_dim instead of its square root") {
  steps.scale = [](const Shape& shape) { return 1.0 / static_cast<double>(shape.head_dim); };
  card.seen = {"duoan/TorchCode#17"};
  card.exposed_by = "logits of ordinary size at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
