// With identity values the output is the matrix of weights. A key in the future must have weight exactly zero:
// exp(-infinity) is zero, not small.
#include <cmath>
#include <string>

#include "attncheck/property.h"
#include "attncheck/text.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(causality, future_weights_are_zero, "the weight of a key after the row is exactly zero") {
  Problem problem = check.draw_problem(ProblemSpec{}.causal().identity_values().tokens_between(2, 160));
  const Tensor weights = check.run(problem);
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = i + 1; j < weights.cols(); ++j)
      // A row of NaN says nothing about the future: other properties judge it.
      if (weights(i, j) != 0 && std::isfinite(weights(i, j)))
        check.falsify("row " + std::to_string(i) + " gives weight " + number(check.dtype(), weights(i, j)) +
                          " to key " + std::to_string(j) + ", which is in its future",
                      Cell{.row = i, .column = j, .observed = weights(i, j)});
  check.require(true, "");
}
