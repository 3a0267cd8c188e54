// Two arguments swapped on one of their ways; channels beyond value_dim start again at the first.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, value_used_for_key, "the queries meet the values instead of the keys") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(i, c) * problem.value(j, c % problem.shape.value_dim);
    return dot;
  };
  card.exposed_by = "key and value that differ";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "scaling/variance_of_logits_is_one"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{0}, {1}}, false); };
}
