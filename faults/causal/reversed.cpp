// The transposed mask: query axis and key axis confused.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, reversed, "the wrong triangle: row i sees keys i and later") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return !problem.causal || j >= i; };
  card.exposed_by = "a change of the last token";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
