// A small window: ordinary lengths show it, very short ones do not.
#include <cmath>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(masking, window_of_8_left_on, "a row sees at most the 8 keys before it and the 8 after it") {
  steps.visible = [](const Problem& problem, Index i, Index j) { return problem.visible(i, j) && std::abs(i - j) < 8; };
  card.exposed_by = "a far key that matters";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({9, 1, 1}, DType::float32, false);
    problem.value(8, 0) = 1;
    return problem;
  };
}
