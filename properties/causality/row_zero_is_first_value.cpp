// Row 0 of a causal problem sees one key, whose weight is one: the output is the first value.
#include <algorithm>
#include <cmath>
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

/// Is the weight that row 0 gives to all it sees one? With values of one the output is that weight.
bool weight_is_one(Check& check, Problem problem) {
  for (double& element : problem.value.elements()) element = 1.0;
  const Allowed allowed = allowed_at(check.answer(problem, 0), 0);
  return std::abs(check.run(problem)(0, 0) - 1.0) <= *std::max_element(allowed.begin(), allowed.end());
}

/// Token 0 alone, without a mask.
Problem first_token(const Problem& problem) {
  Problem alone = make_problem({1, problem.shape.head_dim, 1}, problem.dtype, false);
  std::ranges::copy(problem.query.row(0), alone.query.row(0).begin());
  std::ranges::copy(problem.key.row(0), alone.key.row(0).begin());
  alone.placement = problem.placement;
  return alone;
}

/// A weight that is not one where there is no mask either is another property's matter.
bool concerns_the_mask(Check& check, const Problem& problem) {
  if (weight_is_one(check, problem)) return true;
  const Problem alone = first_token(problem);
  return !check.takes(alone.shape, false) || weight_is_one(check, alone);
}

}  // namespace

ATTNCHECK_PROPERTY(causality, row_zero_is_first_value, "the first row of a causal problem returns the first value") {
  // Moderate logits: then NaN is not the overflow of an exponential, but a row that sees no key.
  Problem problem = check.draw_problem(ProblemSpec{}.causal().moderate_logits());
  if (!concerns_the_mask(check, problem)) return check.undecided();
  const Tensor output = check.run(problem);
  const RowAnswer answer = check.answer(problem, 0);
  for (Index j = 0; j < output.cols(); ++j)
    check.within(output(0, j), problem.value(0, j), allowed_at(answer, j),
                 "row 0 sees only key 0; output[0][" + std::to_string(j) + "] is",
                 Cell{.row = 0, .column = j, .radius = answer.radius[j]});
}
