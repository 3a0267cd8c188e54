// A pair of options: each path has its own copy of the line, and only one of them was tested.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(scale, missing_when_causal, "the causal path forgets the scale") {
  steps.logit = [](const Problem& problem, Index, Index, double logit) {
    return problem.causal ? logit * std::sqrt(static_cast<double>(problem.shape.head_dim)) : logit;
  };
  card.exposed_by = "a causal problem at any head_dim above one";
  card.noticed_by = {"scaling/scale_is_inverse_sqrt_head_dim", "accuracy/within_error_bound"};
  card.shows_on = [] { return small_problem({{0, 0}, {2, 2}}, {{1, 1}, {0, 0}}, {{1}, {0}}, true); };
}
