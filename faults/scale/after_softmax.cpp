// Seen where the factor stands outside the softmax.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, after_softmax, "the scale multiplies the output instead of the logits") {
  steps.scale = [](const Shape&) { return 1.0; };
  steps.deliver = [](const Problem& problem, Index, Index, double mean) {
    return mean / std::sqrt(static_cast<double>(problem.shape.head_dim));
  };
  card.seen = {"FrancescoSaverioZuppichini/ViT#2"};
  card.exposed_by = "constant values at any head_dim above one";
  card.noticed_by = {"normalization/rows_sum_to_one", "scaling/scale_is_inverse_sqrt_head_dim",
                     "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
