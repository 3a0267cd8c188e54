// Weights are exponentials over their sum: none is negative. One may fall below zero by no more than the bound allows.
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(normalization, weights_are_not_negative, "no weight is negative", 4) {
  const Problem problem = check.draw_problem(ProblemSpec{}.identity_values().tokens_between(2, 64));
  const Tensor weights = check.run(problem);
  check.require(weights.rows() > 0, "there are weights");
  for (Index i = 0; i < weights.rows(); ++i)
    for (Index j = 0; j < weights.cols(); ++j) {
      if (!(weights(i, j) < 0)) continue;
      const RowAnswer answer = check.answer(problem, i);
      if (answer.may_overflow) return check.undecided();
      check.within(weights(i, j), 0.0, allowed_at(answer, j),
                   "row " + std::to_string(i) + " gives key " + std::to_string(j) + " the negative weight",
                   Cell{.row = i, .column = j});
    }
}
