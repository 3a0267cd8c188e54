// A square assumption: right wherever the two sizes are the same. Reads stay inside the buffer here.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, value_indexed_with_head_dim, "rows of value are taken to be head_dim long") {
  steps.value = [](const Problem& problem, Index j, Index c) {
    return element_of(problem.value, j * problem.shape.head_dim + c);
  };
  card.exposed_by = "a value_dim other than head_dim";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero"};
  card.shows_on = [] { return small_problem({{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}, {{0}, {1}}, false); };
}
