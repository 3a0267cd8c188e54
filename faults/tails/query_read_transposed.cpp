// The same for the other operand.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, query_read_transposed, "the buffer of the queries is read as [head_dim, tokens]") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += element_of(problem.query, c * problem.shape.tokens + i) * problem.key(j, c);
    return dot;
  };
  card.exposed_by = "more than one channel and more than one token";
  card.noticed_by = {"causality/future_is_invisible", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{2, 2}, {0, 0}}, {{1, 1}, {0, 0}}, {{1}, {0}}, false); };
}
