// Overflows, or divides zero by zero, where every other merge is fine.
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

/// The mean of both parts, weighted as the fault weighs them.
static std::vector<double> merged(const PartOfRow& head, const PartOfRow& tail, DType dtype) {
  if (tail.sum == 0) return head.mean;
  const double a = round_to(dtype, std::exp(head.log_sum_exp())), b = round_to(dtype, std::exp(tail.log_sum_exp()));
  std::vector<double> mean = head.mean;
  for (std::size_t c = 0; c < mean.size(); ++c) mean[c] = (a * mean[c] + b * tail.mean[c]) / (a + b);
  return mean;
}

ATTNCHECK_FAULT(online, split_merged_without_max, "the parts are weighted by exp of their log-sum-exps as they are") {
  steps.whole = [](const Steps&, const Problem& problem) {
    const Index tokens = problem.shape.tokens, half = (tokens + 1) / 2;
    return row_by_row(problem, [&](Index i) {
      return merged(part_of_row(problem, i, keys_between(0, half)), part_of_row(problem, i, keys_between(half, tokens)),
                    problem.dtype);
    });
  };
  card.exposed_by = "logits beyond 89, or all below -104";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{32}, {0}}, {{32}, {32}}, {{1}, {1}}, false); };
}
