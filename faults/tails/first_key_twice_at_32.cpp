// A peeled iteration that the loop does not know of.
#include <vector>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, first_key_twice_at_32,
                "the first key is peeled off and visited again when the number of keys is a multiple of 32") {
  steps.whole = [](const Steps&, const Problem& problem) {
    std::vector<Index> keys = keys_between(0, problem.shape.tokens);
    if (problem.shape.tokens % 32 == 0) keys.push_back(0);
    return row_by_row(problem, [&](Index i) { return part_of_row(problem, i, keys).mean; });
  };
  card.exposed_by = "a multiple of 32 tokens";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({32, 1, 1}, DType::float32, false);
    problem.value(0, 0) = 1;
    return problem;
  };
}
