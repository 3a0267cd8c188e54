// Seen in published pseudo-code that implementers followed.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, rescale_inverted, "the factor is exp(new - old) instead of exp(old - new)") {
  steps.rescale_sum = steps.rescale_output = [](double old_shift, double new_shift) {
    return std::isfinite(old_shift) ? std::exp(new_shift - old_shift) : 0.0;
  };
  card.seen = {"Dao-AILab/flash-attention#991"};
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"average/output_in_hull_of_values", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(0, 0) = 2;
    return problem;
  };
}
