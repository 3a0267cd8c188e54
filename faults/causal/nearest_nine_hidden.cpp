// Seen by a reviewer, where a size was subtracted once too often.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, nearest_nine_hidden, "a row sees neither itself nor the eight tokens before it") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return !problem.causal || j < i - 8; };
  card.seen = {"trymirai/lalamo#273"};
  card.exposed_by = "rows whose first nine keys decide";
  card.noticed_by = {"causality/row_zero_is_first_value", "normalization/rows_sum_to_one",
                     "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{0}, {1}}, true); };
}
