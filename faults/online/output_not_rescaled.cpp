// Seen where published pseudo-code was followed literally. Only a maximum that rises after the first tile shows it;
// falling logits hide it completely.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, output_not_rescaled,
                "when the running maximum rises, the sum is rescaled but the output is not") {
  steps.rescale_output = [](double, double) { return 1.0; };
  card.seen = {"Dao-AILab/flash-attention#333"};
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(0, 0) = 4;
    return problem;
  };
}
