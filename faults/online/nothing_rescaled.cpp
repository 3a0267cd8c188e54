// The weights of a row still sum to one; early tiles keep too much of it.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(online, nothing_rescaled,
                "when the running maximum rises, neither the sum nor the output is rescaled") {
  steps.rescale_sum = steps.rescale_output = [](double, double) { return 1.0; };
  card.exposed_by = "logits that rise from tile to tile";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({17, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(16, 0) = problem.value(0, 0) = 4;
    return problem;
  };
}
