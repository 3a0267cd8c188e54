// The other half of a tile size that was written for one model.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, value_dim_at_most_64, "channels of value beyond the first 64 are taken for zero") {
  steps.value = [](const Problem& problem, Index j, Index c) { return c < 64 ? problem.value(j, c) : 0.0; };
  card.exposed_by = "a value_dim above 64";
  card.noticed_by = {"accuracy/no_size_is_special"};
  card.shows_on = [] {
    Problem problem = make_problem({1, 1, 65}, DType::float32, false);
    problem.value(0, 64) = 1;
    return problem;
  };
}
