// The window of another model, left on.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(masking, window_of_128_left_on, "a row sees at most the 128 keys around or before it") {
  steps.visible = [](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) && std::abs(i - j) < 128;
  };
  card.exposed_by = "more than 128 tokens whose far keys matter";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({129, 1, 1}, DType::float32, false);
    problem.value(128, 0) = 1024;
    return problem;
  };
}
