// An index type that fits every test of up to 256 tokens.
#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, key_index_in_8_bits, "the index of a key is 8 bits wide and wraps at 256") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(i, c) * element_of(problem.key, j % 256 * problem.shape.head_dim + c);
    return dot;
  };
  card.exposed_by = "more than 256 tokens";
  card.noticed_by = {"accuracy/no_size_is_special"};
  card.shows_on = [] {
    Problem problem = make_problem({257, 1, 1}, DType::float32, false);
    problem.query(0, 0) = problem.key(256, 0) = problem.value(256, 0) = 4;
    return problem;
  };
}
