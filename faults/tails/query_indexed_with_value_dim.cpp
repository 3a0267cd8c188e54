// The same assumption once more; row 0 is always right.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, query_indexed_with_value_dim, "rows of query are taken to be value_dim long") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += element_of(problem.query, i * problem.shape.value_dim + c) * problem.key(j, c);
    return dot;
  };
  card.exposed_by = "a value_dim other than head_dim, in rows after the first";
  card.noticed_by = {"causality/future_is_invisible", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0, 0}, {2, 2}}, {{1, 0}, {0, 0}}, {{1}, {0}}, false); };
}
