// Seen as a wrong update of the denominator that passed because the comparison's maximum discards NaN.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, sum_not_rescaled, "when the running maximum rises, the output is rescaled but the sum is not") {
  steps.rescale_sum = [](double, double) { return 1.0; };
  card.seen = {"PaddleJitLab/CUDATutorial#69"};
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(16, 0) = 4;
    return problem;
  };
}
