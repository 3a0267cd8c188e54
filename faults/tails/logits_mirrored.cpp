// Half of the work saved by a symmetry that self-attention does not have. Causal problems never show it.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, logits_mirrored,
                "logits are computed for keys up to the own and mirrored, as if query and key were the same") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(std::max(i, j), c) * problem.key(std::min(i, j), c);
    return dot;
  };
  card.exposed_by = "query and key that differ, without a mask";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{0}, {1}}, {{1}, {0}}, false); };
}
