// A cache of rows with a weak key.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, row_copied_for_equal_first_channel,
                "a row whose query starts with the same number as the row before copies its output") {
  steps.whole = [](const Steps&, const Problem& problem) {
    Tensor output = run_steps(right_steps(), problem);
    for (Index i = 1; i < output.rows(); ++i)
      if (problem.query(i, 0) == problem.query(i - 1, 0))
        std::copy(output.row(i - 1).begin(), output.row(i - 1).end(), output.row(i).begin());
    return output;
  };
  card.exposed_by = "queries that differ after the first channel";
  card.noticed_by = {"scaling/variance_of_logits_is_one", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0, 0}, {0, 2}}, {{0, 0}, {0, 2}}, {{0}, {1}}, false); };
}
