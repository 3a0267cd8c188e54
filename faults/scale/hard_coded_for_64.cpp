// Seen as a constant that fits the model it was written for; checks with head_dim 64 never show it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, hard_coded_for_64, "the scale is 1/8, right for head_dim 64 only") {
  steps.scale = [](const Shape&) { return 1.0 / 8.0; };
  card.exposed_by = "any head_dim other than 64";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
