// Seen in summarisation and captioning. Right on ordinary rows; a dominant hidden logit leaves nothing of the past.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

/// The weights as the dtype keeps them after a softmax over all keys, then made to sum to one over the visible ones.
static std::vector<double> row_of(const Problem& problem, std::span<const double> logits, Index i) {
  const double max = *std::max_element(logits.begin(), logits.end());
  double sum = 0, visible_sum = 0;
  for (const double logit : logits) sum += std::exp(logit - max);
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index j = 0; j < problem.visible_keys(i); ++j) {
    const double weight = round_to(problem.dtype, std::exp(logits[static_cast<std::size_t>(j)] - max) / sum);
    visible_sum += weight;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : output) element /= visible_sum;
  return output;
}

ATTNCHECK_FAULT(masking, after_softmax_renormalised,
                "softmax runs over all keys; the visible weights are then divided by their own sum") {
  steps.hidden_logit = [](double logit) { return logit; };
  steps.whole = [](const Steps& unmasked, const Problem& problem) {
    const Tensor logits = masked_logits(unmasked, problem);
    return row_by_row(problem, [&](Index i) { return row_of(problem, logits.row(i), i); });
  };
  card.seen = {"abisee/pointer-generator#88", "ruotianluo/self-critical.pytorch#89"};
  card.exposed_by = "a hidden logit that exceeds the visible ones by more than 104";
  card.noticed_by = {"causality/future_is_invisible", "normalization/rows_sum_to_one",
                     "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}, {32}}, {{-32}, {32}}, {{1}, {1}}, true); };
}
