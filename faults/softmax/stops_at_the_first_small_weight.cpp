// An early end that is right for keys in order of their logits.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<Index> keys_until_small(std::span<const double> logits) {
  double max = -std::numeric_limits<double>::infinity();
  for (const double logit : logits) max = std::max(max, logit);
  std::vector<Index> keys;
  for (const double logit : logits) {
    if (std::exp(logit - max) < 1e-6 && !keys.empty()) break;
    keys.push_back(static_cast<Index>(keys.size()));
  }
  return keys;
}

ATTNCHECK_FAULT(softmax, stops_at_the_first_small_weight,
                "the sums end at the first weight below 1e-6, as if weights only fell from there") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    const Tensor logits = masked_logits(right, problem);
    return row_by_row(problem, [&](Index i) { return part_of_row(problem, i, keys_until_small(logits.row(i))).mean; });
  };
  card.exposed_by = "a small weight before a large one";
  card.noticed_by = {"accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{4}, {0}, {0}}, {{4}, {0}, {4}}, {{0}, {0}, {1}}, false); };
}
