// Less than where less or equal belongs.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, strict, "a row does not see its own token, and row 0 sees nothing") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return !problem.causal || j < i; };
  card.exposed_by = "row 0, whose output is not a number then";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one",
                     "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
