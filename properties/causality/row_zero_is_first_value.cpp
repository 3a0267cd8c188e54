// Row 0 of a causal problem sees one key, whose weight is one: the output is the first value.
#include <cmath>
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(causality, row_zero_is_first_value, "the first row of a causal problem returns the first value") {
  Problem problem = check.draw_problem(ProblemSpec{}.causal());
  const Tensor output = check.run(problem);
  const RowAnswer answer = check.answer(problem, 0);
  check.require(output.cols() == problem.shape.value_dim, "row 0 has another size than a value");
  for (Index j = 0; j < output.cols(); ++j) {
    if (!std::isfinite(output(0, j))) continue;  // not a matter of causality: other properties judge it
    Allowed allowed;
    for (const auto& bound : answer.bound) allowed.push_back(bound[j] + answer.radius[j]);
    check.within(output(0, j), problem.value(0, j), allowed,
                 "row 0 sees only key 0; output[0][" + std::to_string(j) + "] is",
                 Cell{.row = 0, .column = j, .radius = answer.radius[j]});
  }
}
