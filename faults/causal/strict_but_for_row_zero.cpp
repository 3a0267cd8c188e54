// The strict triangle once somebody has repaired the row it leaves empty.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, strict_but_for_row_zero, "a row does not see its own token, but row 0 does") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return !problem.causal || j < i || i + j == 0; };
  card.exposed_by = "a key that dominates its own row";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
