// Seen in a tutorial; head_dim 64 and below never show it.
#include <algorithm>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, head_dim_at_most_64, "only the first 64 channels are read") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < std::min<Index>(problem.shape.head_dim, 64); ++c)
      dot += problem.query(i, c) * problem.key(j, c);
    return dot;
  };
  card.seen = {"triton-lang/triton#621"};
  card.exposed_by = "a head_dim above 64 with energy in the last channels";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({2, 65, 1}, DType::float32, false);
    problem.query(0, 64) = problem.key(0, 64) = 4;
    problem.value(0, 0) = 1;
    return problem;
  };
}
