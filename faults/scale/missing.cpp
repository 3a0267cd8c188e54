// Inputs close to zero hide it: the weights are nearly uniform then. With one head, dividing by the root of the number
// of heads (tenstorrent/tt-metal#56789) is the same mistake.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, missing, "the logits are not divided by sqrt(head_dim)") {
  steps.scale = [](const Shape&) { return 1.0; };
  card.exposed_by = "logits of ordinary size at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
