// A flag that is lost on one of two paths.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(causal, ignored_beyond_512, "the mask is dropped on the path for more than 512 tokens") {
  steps.visible = [](const Problem& problem, Index i, Index j) {
    return problem.visible(i, j) || problem.shape.tokens > 512;
  };
  card.exposed_by = "more than 512 tokens";
  card.noticed_by = {"causality/future_is_invisible", "accuracy/no_size_is_special"};
  card.shows_on = [] {
    Problem problem = make_problem({513, 1, 1}, DType::float32, true);
    problem.value(512, 0) = 1024;
    return problem;
  };
}
