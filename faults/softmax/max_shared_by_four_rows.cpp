// Right in exact arithmetic; blocks of rows hide it while all rows have logits of like size.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<double> row_of(const Problem& problem, const Tensor& logits, Index i) {
  double max = -std::numeric_limits<double>::infinity(), sum = 0;
  for (Index row = i / 4 * 4; row < std::min(i / 4 * 4 + 4, problem.shape.tokens); ++row)
    for (const double logit : logits.row(row)) max = std::max(max, logit);
  std::vector<double> output(static_cast<std::size_t>(problem.shape.value_dim));
  for (Index j = 0; j < problem.shape.tokens; ++j) {
    const double weight = round_to(problem.dtype, std::exp(logits(i, j) - max));
    sum += weight;
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += weight * problem.value.row(j)[c];
  }
  for (double& element : output) element /= sum;
  return output;
}

ATTNCHECK_FAULT(softmax, max_shared_by_four_rows,
                "four query rows share one maximum, so rows of much smaller logits lose all weight") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    const Tensor logits = masked_logits(right, problem);
    return row_by_row(problem, [&](Index i) { return row_of(problem, logits, i); });
  };
  card.exposed_by = "rows of very different norm next to each other";
  card.noticed_by = {"causality/future_is_invisible", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{32}, {-32}}, {{32}, {32}}, {{1}, {1}}, false); };
}
