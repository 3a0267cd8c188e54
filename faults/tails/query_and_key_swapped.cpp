// Right when query and key are the same tensor, as they are in careless tests.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, query_and_key_swapped, "the logits are transposed: key i meets query j") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) dot += problem.query(j, c) * problem.key(i, c);
    return dot;
  };
  card.exposed_by = "query and key that differ";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {1}}, {{1}, {0}}, false); };
}
