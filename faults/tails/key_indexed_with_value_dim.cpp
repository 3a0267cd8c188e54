// The same assumption from the other side.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_indexed_with_value_dim, "rows of key are taken to be value_dim long") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(i, c) * element_of(problem.key, j * problem.shape.value_dim + c);
    return dot;
  };
  card.exposed_by = "a value_dim other than head_dim";
  card.noticed_by = {"causality/future_is_invisible", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 0}, {0, 1}}, {{1}, {0}}, false); };
}
