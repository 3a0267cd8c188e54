// One argument passed twice.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, query_used_for_key, "each query meets the other queries instead of the keys") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c) dot += problem.query(i, c) * problem.query(j, c);
    return dot;
  };
  card.exposed_by = "query and key that differ";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {1}}, {{2}, {0}}, {{1}, {0}}, false); };
}
