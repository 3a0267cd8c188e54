// Seen in a model zoo (huggingface/pytorch-image-models#2236) and a training framework (NVIDIA/Megatron-LM#731).
// Weights renormalised afterwards would be right; these are not.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(masking, after_softmax, "softmax runs over all keys; the hidden weights are zeroed only afterwards") {
  steps.hidden_logit = [](double logit) { return logit; };
  steps.weight_after_softmax = [](const Problem& problem, Index i, Index j, double weight) {
    return problem.visible(i, j) ? weight : 0.0;
  };
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, true); };
}
