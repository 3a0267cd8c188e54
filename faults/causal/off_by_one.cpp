// Suspected where the mask is an upper triangle with its diagonal argument one too large.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, off_by_one, "row i also sees key i + 1") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return problem.visible(i + 1, j); };
  card.seen = {"RVC-Boss/GPT-SoVITS#965"};
  card.exposed_by = "a change of the next token";
  card.noticed_by = {"causality/future_is_invisible", "causality/future_weights_are_zero",
                     "causality/row_zero_is_first_value"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
