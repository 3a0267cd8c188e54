// Weights of a row sum to one. Read in two ways: identity values show every weight, constant values show their sum.
#include <algorithm>
#include <cmath>
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

/// Constant values: every row averages to the constant, whoever it sees. A row that sees more keys than it should may
/// round as one that does, so the last row's bound is allowed to all: what it sees is another property's matter.
void constant_rows_stay(Check& check, const Problem& problem, const Tensor& output) {
  const Index last = output.rows() - 1;
  const RowAnswer widest = check.answer(problem, last);
  for (Index i = 0; i < output.rows(); ++i)
    for (Index j = 0; j < output.cols(); ++j) {
      const double constant = problem.value(0, j);
      if (std::abs(output(i, j) - constant) <= widest.bound.front()[j] && i != last) continue;
      const RowAnswer answer = check.answer(problem, i);
      if (answer.may_overflow) {
        check.undecided();
        continue;
      }
      Allowed allowed = allowed_at(answer, j);
      const Allowed wider = allowed_at(widest, j);
      for (std::size_t m = 0; m < allowed.size(); ++m) allowed[m] = std::max(allowed[m], wider[m]);
      check.within(output(i, j), constant, allowed,
                   "row " + std::to_string(i) + " averages values that are all the same to",
                   Cell{.row = i, .column = j});
    }
}

}  // namespace

ATTNCHECK_PROPERTY(normalization, rows_sum_to_one, "the weights of every row sum to one") {
  const bool identity = check.draw_index(3, "readout") != 2;
  ProblemSpec spec = identity ? ProblemSpec{}.identity_values().tokens_between(1, 40) : ProblemSpec{}.constant_values();
  Problem problem = check.draw_problem(spec);
  const Tensor output = check.run(problem);
  if (!identity) return constant_rows_stay(check, problem, output);
  for (Index i = 0; i < output.rows(); ++i) identity_rows_sum_to_one(check, problem, output, i);
}
