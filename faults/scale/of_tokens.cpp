// The size of the wrong axis: the last of the transposed key is the number of tokens.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, of_tokens, "the scale is 1/sqrt(tokens)") {
  steps.scale = [](const Shape& shape) { return 1.0 / std::sqrt(static_cast<double>(shape.tokens)); };
  card.exposed_by = "a number of tokens other than head_dim";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
