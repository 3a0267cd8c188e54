// A loop that adds the weight of the key before.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(softmax, sum_misses_the_last_key, "the sum is read before the last weight is added to it") {
  steps.whole = [](const Steps&, const Problem& problem) {
    return row_by_row(problem, [&](Index i) {
      const Index last = problem.visible_keys(i) - 1;
      PartOfRow row = part_of_row(problem, i, keys_between(0, last + 1));
      const PartOfRow only = part_of_row(problem, i, {last});
      for (double& x : row.mean) x *= row.sum / (row.sum - std::exp(only.max - row.max));
      return row.mean;
    });
  };
  card.exposed_by = "constant values";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] { return small_problem({{0}, {0}}, {{0}, {0}}, {{1}, {1}}, false); };
}
