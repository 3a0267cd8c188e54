// An offset in the base pointer that one of two callers does not have.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_starts_one_element_late, "the keys are read from the second element of their buffer on") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(i, c) * element_of(problem.key, j * problem.shape.head_dim + c + 1);
    return dot;
  };
  card.exposed_by = "keys that differ from element to element";
  card.noticed_by = {"causality/future_is_invisible", "scaling/scale_is_inverse_sqrt_head_dim"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {0}}, false); };
}
