// Another way from logits to weights: each lies between 0 and 1, but a row does not sum to one.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sigmoid, "each weight is the logistic function of its logit, without a common sum") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    Tensor weights = masked_logits(right, problem);
    for (double& x : weights.elements()) x = 1 / (1 + std::exp(-x));
    return weighted_values(weights, problem);
  };
  card.exposed_by = "constant values";
  card.noticed_by = {"normalization/rows_sum_to_one", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
