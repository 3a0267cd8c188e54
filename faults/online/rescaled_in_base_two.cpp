// Half of a change of base that one tile alone never shows.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, rescaled_in_base_two, "the rescale factors are powers of two, the exponentials are natural") {
  steps.rescale_sum =
      steps.rescale_output = [](double old_shift, double new_shift) { return std::exp2(old_shift - new_shift); };
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(0, 0) = 2;
    return problem;
  };
}
