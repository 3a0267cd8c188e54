// Seen in a model zoo and in a training framework. Weights renormalised afterwards would nearly be right; these are
// not.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(masking, after_softmax, "softmax runs over all keys; the hidden weights are zeroed only afterwards") {
  steps.hidden_logit = [](double logit) { return logit; };
  steps.weight_after_softmax = [](const Problem& problem, Index i, Index j, double weight) {
    return problem.visible(i, j) ? weight : 0.0;
  };
  card.seen = {"huggingface/pytorch-image-models#2236", "NVIDIA/Megatron-LM#731"};
  card.exposed_by = "constant values under a causal mask";
  card.noticed_by = {"causality/future_is_invisible", "causality/row_zero_is_first_value",
                     "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, true); };
}
