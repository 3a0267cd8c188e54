// A softmax without an axis: the whole matrix sums to one. Only a problem of one token hides it.
#include <algorithm>
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

static Tensor softmax_of_all(Tensor logits, DType dtype) {
  double max = logits(0, 0), sum = 0;
  for (const double logit : logits.elements()) max = std::max(max, logit);
  for (double& logit : logits.elements()) sum += logit = std::exp(logit - max);
  for (double& weight : logits.elements()) weight = round_to(dtype, weight / sum);
  return logits;
}

ATTNCHECK_FAULT(softmax, over_all_cells, "softmax runs over all cells of the matrix of logits together") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    return weighted_values(softmax_of_all(masked_logits(right, problem), problem.dtype), problem);
  };
  card.exposed_by = "more than one token and constant values";
  card.noticed_by = {"causality/future_is_invisible", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, false); };
}
