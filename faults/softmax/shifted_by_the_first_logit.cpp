// Right in exact arithmetic, and on every input whose first key is among the large ones.
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, std::span<const double> logits) {
  double sum = 0;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    const double weight = round_to(problem.dtype, std::exp(logits[static_cast<std::size_t>(j)] - logits[0]));
    sum += weight;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : output) element = round_to(problem.dtype, element) / round_to(problem.dtype, sum);
  return output;
}

ATTNCHECK_FAULT(softmax, shifted_by_the_first_logit, "the first logit is subtracted instead of the largest") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    const Tensor logits = masked_logits(right, problem);
    return row_by_row(problem, [&](Index i) { return row_of(problem, logits.row(i)); });
  };
  card.exposed_by = "a logit that exceeds the first by more than 89";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}, {0}}, {{0}, {32}}, {{1}, {1}}, false); };
}
