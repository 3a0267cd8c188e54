// Right in exact arithmetic; a large hidden logit leaves nothing of the visible ones.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, std::span<const double> logits, Index i) {
  const double max = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index j = 0; j < problem.visible_keys(i); ++j) {
    const double weight = round_to(problem.dtype, std::exp(logits[static_cast<std::size_t>(j)] - max));
    sum += weight;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(masking, max_sees_hidden_keys, "the maximum is taken over all keys, hidden ones included") {
  steps.hidden_logit = [](double logit) { return logit; };
  steps.whole = [](const Steps& unmasked, const Problem& problem) {
    const Tensor logits = masked_logits(unmasked, problem);
    return row_by_row(problem, [&](Index i) { return row_of(problem, logits.row(i), i); });
  };
  card.exposed_by = "a hidden logit that exceeds the visible ones by more than 104";
  card.noticed_by = {"causality/future_is_invisible", "normalization/rows_sum_to_one",
                     "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}, {32}}, {{-32}, {32}}, {{1}, {1}}, true); };
}
