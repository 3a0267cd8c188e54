// Two arguments swapped on the other way; channels beyond head_dim start again at the first.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_used_for_value, "the weighted sum is one of keys") {
  steps.value = [](const Problem& problem, Index j, Index c) { return problem.key(j, c % problem.shape.head_dim); };
  card.exposed_by = "key and value that differ";
  card.noticed_by = {"causality/future_weights_are_zero", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
