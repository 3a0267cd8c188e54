// An approximation that is meant for long contexts and is left on.
#include <algorithm>
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

static std::vector<Index> best_keys(const Problem& problem, std::span<const double> logits, Index i) {
  std::vector<Index> keys = keys_between(0, problem.visible_keys(i));
  const auto logit = [&](Index j) { return logits[static_cast<std::size_t>(j)]; };
  std::stable_sort(keys.begin(), keys.end(), [&](Index a, Index b) { return logit(a) > logit(b); });
  keys.resize(std::min<std::size_t>(keys.size(), 32));
  return keys;
}

ATTNCHECK_FAULT(softmax, only_32_best_keys, "only the 32 keys with the largest logits are used") {
  steps.whole = [](const Steps& right, const Problem& problem) {
    const Tensor logits = masked_logits(right, problem);
    return row_by_row(problem,
                      [&](Index i) { return part_of_row(problem, i, best_keys(problem, logits.row(i), i)).mean; });
  };
  card.exposed_by = "more than 32 keys of like logits";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({33, 1, 1}, DType::float32, false);
    problem.value(32, 0) = 1;
    return problem;
  };
}
