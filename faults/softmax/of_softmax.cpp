// A library function that already normalises, followed by one's own.
#include <algorithm>
#include <cmath>
#include <limits>

#include "attncheck/fault.h"
using namespace attncheck;

static void softmax(std::span<double> logits) {
  double max = -std::numeric_limits<double>::infinity(), sum = 0;
  for (const double logit : logits) max = std::max(max, logit);
  for (double& logit : logits) sum += logit = std::exp(logit - max);
  for (double& weight : logits) weight /= sum;
}

ATTNCHECK_FAULT(softmax, of_softmax, "softmax is taken twice: the weights are taken for logits again") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    Tensor weights = masked_logits(right, problem);
    for (Index i = 0; i < weights.rows(); ++i) {
      softmax(weights.row(i));
      softmax(weights.row(i).first(static_cast<std::size_t>(problem.visible_keys(i))));
    }
    return weighted_values(weights, problem);
  };
  card.exposed_by = "unequal logits";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
