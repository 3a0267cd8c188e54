// A missing log-sum-exp: it was not stored for the parts.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

/// The mean of both parts, weighted as the fault weighs them.
static std::vector<double> merged(const PartOfRow& head, const PartOfRow& tail) {
  if (tail.sum == 0) return head.mean;
  const double largest = std::max(head.max, tail.max);
  const double a = std::exp(head.max - largest), b = std::exp(tail.max - largest);
  std::vector<double> mean = head.mean;
  for (std::size_t c = 0; c < mean.size(); ++c) mean[c] = (a * mean[c] + b * tail.mean[c]) / (a + b);
  return mean;
}

ATTNCHECK_FAULT(online, split_merged_by_maxima,
                "the parts are weighted by exp of their maxima: the sums are forgotten") {
  steps.whole = [](const Steps&, const Problem& problem) {
    const Index tokens = problem.shape.tokens, half = (tokens + 1) / 2;
    return row_by_row(problem, [&](Index i) {
      return merged(part_of_row(problem, i, keys_between(0, half)),
                    part_of_row(problem, i, keys_between(half, tokens)));
    });
  };
  card.seen = {"flashinfer-ai/flashinfer#50"};
  card.exposed_by = "halves whose masses differ for equal maxima";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0}, {0}, {0}}, {{0}, {0}, {0}}, {{1}, {0}, {0}}, false); };
}
