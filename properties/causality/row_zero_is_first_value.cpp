// Row 0 of a causal problem sees one key, whose weight is one: the output is the first value.
#include <algorithm>
#include <cmath>
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

Allowed allowed_in(const RowAnswer& answer, Index column) {
  Allowed allowed;
  for (const auto& bound : answer.bound) allowed.push_back(bound[column] + answer.radius[column]);
  return allowed;
}

/// Row 0 of the output when every value is one: its weight.
double weight_of_row_zero(Check& check, Problem problem, bool causal) {
  problem.causal = causal;
  for (double& element : problem.value.elements()) element = 1.0;
  return check.run(problem)(0, 0);
}

/// Is what is wrong with row 0 a matter of the mask? A weight that is a number but not one is a matter of
/// normalization, and so is one that is NaN without a mask too; other properties judge those.
bool concerns_the_mask(Check& check, const Problem& problem) {
  const Allowed allowed = allowed_in(check.answer(problem, 0), 0);
  const double weight = weight_of_row_zero(check, problem, true);
  if (std::isfinite(weight)) return std::abs(weight - 1.0) <= *std::max_element(allowed.begin(), allowed.end());
  return std::isfinite(weight_of_row_zero(check, problem, false));
}

}  // namespace

ATTNCHECK_PROPERTY(causality, row_zero_is_first_value, "the first row of a causal problem returns the first value") {
  // Moderate logits: then NaN is not the overflow of an exponential, but a row that sees no key.
  Problem problem = check.draw_problem(ProblemSpec{}.causal().moderate_logits());
  if (!concerns_the_mask(check, problem)) return check.undecided();
  const Tensor output = check.run(problem);
  const RowAnswer answer = check.answer(problem, 0);
  for (Index j = 0; j < output.cols(); ++j)
    check.within(output(0, j), problem.value(0, j), allowed_in(answer, j),
                 "row 0 sees only key 0; output[0][" + std::to_string(j) + "] is",
                 Cell{.row = 0, .column = j, .radius = answer.radius[j]});
}
