// A mean where a weighted mean belongs: right only when all logits are equal.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, divided_by_number_of_keys, "the weighted sum is divided by the number of visible keys") {
  steps.whole = [](const Steps&, const Problem& problem) {
    return row_by_row(problem, [&](Index i) {
      PartOfRow row = part_of_row(problem, i, keys_between(0, problem.shape.tokens));
      for (double& x : row.mean) x *= row.sum / static_cast<double>(problem.visible_keys(i));
      return row.mean;
    });
  };
  card.exposed_by = "constant values and unequal logits";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{2}, {0}}, {{2}, {0}}, {{1}, {1}}, false); };
}
