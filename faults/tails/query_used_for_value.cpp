// Never seen where all three are the same tensor.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, query_used_for_value, "the weighted sum is one of queries") {
  steps.value = [](const Problem& problem, Index j, Index c) { return problem.query(j, c % problem.shape.head_dim); };
  card.exposed_by = "query and value that differ";
  card.noticed_by = {"causality/future_weights_are_zero", "normalization/rows_sum_to_one"};
  card.shows_on = [] { return small_problem({{0}}, {{0}}, {{1}}, false); };
}
