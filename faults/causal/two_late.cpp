// A diagonal that is moved once by the caller and once more by the kernel.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, two_late, "row i also sees keys i + 1 and i + 2") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return problem.visible(i + 2, j); };
  card.exposed_by = "a change of the token after the next";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
