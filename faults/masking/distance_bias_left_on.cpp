// A position bias of another model, left on.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(masking, distance_bias_left_on, "a bias of -0.01 for every token between query and key is left in") {
  steps.logit = [](const Problem&, Index i, Index j, double logit) {
    return logit - static_cast<double>(std::abs(i - j)) / 100;
  };
  card.exposed_by = "equal logits over many keys";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({16, 1, 1}, DType::float32, false);
    problem.value(15, 0) = 1;
    return problem;
  };
}
