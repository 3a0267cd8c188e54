// The same for the values; right wherever value_dim is one.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, value_read_transposed, "the buffer of the values is read as [value_dim, tokens]") {
  steps.value = [](const Problem& problem, Index j, Index c) {
    return element_of(problem.value, c * problem.shape.tokens + j);
  };
  card.exposed_by = "a value_dim above one";
  card.noticed_by = {"causality/future_is_invisible", "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1, 2}, {3, 4}}, false); };
}
