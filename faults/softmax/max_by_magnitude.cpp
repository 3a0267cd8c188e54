// A maximum of absolute values: right as long as the largest logit is also the largest in magnitude.
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, std::span<const double> logits) {
  double shift = 0, sum = 0;
  for (const double logit : logits)
    if (std::isfinite(logit) && std::abs(logit) > std::abs(shift)) shift = logit;
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    const double weight = round_to(problem.dtype, std::exp(logits[static_cast<std::size_t>(j)] - shift));
    sum += weight;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : output) element = round_to(problem.dtype, element) / round_to(problem.dtype, sum);
  return output;
}

ATTNCHECK_FAULT(softmax, max_by_magnitude,
                "the logit of largest magnitude is subtracted, also when it is the most negative") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    const Tensor logits = masked_logits(right, problem);
    return row_by_row(problem, [&](Index i) { return row_of(problem, logits.row(i)); });
  };
  card.exposed_by = "very negative logits beside ordinary ones";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}, {0}}, {{-32}, {1}}, {{1}, {1}}, false); };
}
