// Work for those who look at the first rows only.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(cheats, rows_beyond_the_eighth_averaged,
                "the first eight rows are computed, all others are the mean of the values") {
  steps.logit = [](const Problem&, Index i, Index, double logit) { return i < 8 ? logit : 0.0; };
  card.exposed_by = "rows after the eighth";
  card.noticed_by = {"scaling/variance_of_logits_is_one", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({9, 1, 1}, DType::float32, false);
    problem.query(8, 0) = problem.key(8, 0) = problem.value(8, 0) = 2;
    return problem;
  };
}
