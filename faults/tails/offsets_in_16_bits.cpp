// An index type that fits every test.
#include <cstdint>

#include "attncheck/fault.h"
using namespace attncheck;

ATTNCHECK_FAULT(tails, offsets_in_16_bits, "offsets into key are 16 bits wide and wrap at 65536 elements") {
  steps.dot = [](const Problem& problem, Index i, Index j) {
    double dot = 0;
    for (Index c = 0; c < problem.shape.head_dim; ++c)
      dot += problem.query(i, c) * element_of(problem.key, static_cast<std::uint16_t>(j * problem.shape.head_dim + c));
    return dot;
  };
  card.exposed_by = "more than 65536 elements of key";
  card.noticed_by = {"accuracy/no_size_is_special", "accuracy/within_error_bound"};
  card.shows_on = [] {
    Problem problem = make_problem({257, 256, 1}, DType::float32, false);
    for (double& element : problem.query.row(0)) element = 1;
    for (double& element : problem.key.row(256)) element = 1;
    problem.value(256, 0) = 1;
    return problem;
  };
}
