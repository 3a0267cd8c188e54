// Seen where published pseudo-code was followed literally (Dao-AILab/flash-attention#333, #991).
// Only a maximum that rises after the first tile shows it; falling logits hide it completely.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, output_not_rescaled,
                "when the running maximum rises, the sum is rescaled but the output is not") {
  steps.rescale_output = [](double, double) { return 1.0; };
  card.shows_on = [keys = steps.tile + 1] {
    Problem problem = make_problem({keys, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(keys - 1, 0) = problem.value(0, 0) = 4;  // logit 16 for the last key, value 0
    return problem;
  };
}
