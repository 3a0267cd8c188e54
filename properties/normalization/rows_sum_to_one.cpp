// Weights of a row sum to one. Read in two ways: identity values show every weight, constant values show their sum.
#include <string>

#include "attncheck/readout.h"
using namespace attncheck;

namespace {

void identity_rows_sum_to_one(Check& check, const Problem& problem, const Tensor& weights, Index i) {
  const RowAnswer answer = check.answer(problem, i);
  const RowSum sum = row_sum(weights.row(i));
  if (answer.may_overflow) return check.undecided();
  Allowed allowed;
  for (const auto& bound : answer.bound)
    allowed.push_back(row_sum(bound).sum + row_sum(answer.radius).sum + sum.rounding);
  check.within(sum.sum, 1.0, allowed, "the weights of row " + std::to_string(i) + " sum to",
               Cell{.row = i, .column = -1});
}

}  // namespace

ATTNCHECK_PROPERTY(normalization, rows_sum_to_one, "the weights of every row sum to one") {
  const bool identity = check.draw_index(3, "readout") != 2;
  ProblemSpec spec = identity ? ProblemSpec{}.identity_values().tokens_between(1, 40) : ProblemSpec{}.constant_values();
  Problem problem = check.draw_problem(spec);
  const Tensor output = check.run(problem);
  if (!identity) return check.within_bound(problem, output);
  for (Index i = 0; i < output.rows(); ++i) identity_rows_sum_to_one(check, problem, output, i);
}
