// The remainder loop of the last step misses a factor.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, value_tail_not_normalised,
                "channels of value beyond the last full four are not divided by the sum") {
  steps.whole = [](const Steps&, const Problem& problem) {
    return row_by_row(problem, [&](Index i) {
      PartOfRow row = part_of_row(problem, i, keys_between(0, problem.shape.tokens));
      for (std::size_t c = row.mean.size() / 4 * 4; c < row.mean.size(); ++c) row.mean[c] *= row.sum;
      return row.mean;
    });
  };
  card.exposed_by = "a value_dim that is no multiple of 4, and more than one key";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, false); };
}
