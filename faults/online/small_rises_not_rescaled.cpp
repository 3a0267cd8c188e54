// Rescaling only now and then is right as long as the old maximum stays in use; here the new one is.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, small_rises_not_rescaled,
                "a rise of the maximum by less than 8 moves the frame, but nothing is rescaled") {
  steps.rescale_sum = steps.rescale_output = [](double old_shift, double new_shift) {
    return new_shift - old_shift < 8 ? 1.0 : std::exp(old_shift - new_shift);
  };
  card.exposed_by = "logits that rise slowly from tile to tile";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(0, 0) = 2;
    return problem;
  };
}
