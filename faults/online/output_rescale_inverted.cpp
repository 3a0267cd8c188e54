// Half of the inverted factor: the weights of a row no longer sum to one.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, output_rescale_inverted,
                "the output is rescaled by exp(new - old), the sum by exp(old - new)") {
  steps.rescale_output = [](double old_shift, double new_shift) {
    return std::isfinite(old_shift) ? std::exp(new_shift - old_shift) : 0.0;
  };
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"normalization/rows_sum_to_one", "average/output_in_hull_of_values"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(0, 0) = 2;
    return problem;
  };
}
