// Rows are computed in pairs, and the last pair reads one row twice.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, last_row_copies_the_row_before,
                "the last row of an odd number of rows is a copy of the row before") {
  steps.whole = [](const Steps&, const Problem& problem) {
    Tensor output = run_steps(right_steps(), problem);
    const Index last = output.rows() - 1;
    if (last > 0 && last % 2 == 0)
      std::copy(output.row(last - 1).begin(), output.row(last - 1).end(), output.row(last).begin());
    return output;
  };
  card.exposed_by = "an odd number of tokens";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({3, 1, 1}, DType::float32, false);
    problem.query(2, 0) = problem.key(2, 0) = problem.value(2, 0) = 2;
    return problem;
  };
}
