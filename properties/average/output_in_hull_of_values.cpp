// Weights are not negative and sum to one, so every output lies between the smallest and the largest visible value, up
// to the bound: a stored log-sum-exp honestly leaves the hull by rounding.
#include <algorithm>
#include <string>

#include "attncheck/property.h"
#include "attncheck/text.h"
using namespace attncheck;

namespace {

void in_hull(Check& check, const Problem& problem, Index i, Index j, double observed, double low, double high) {
  if (observed >= low && observed <= high) return;
  const RowAnswer answer = check.answer(problem, i);
  if (answer.may_overflow) return check.undecided();
  check.within(observed, observed < low ? low : high, allowed_at(answer, j),
               "row " + std::to_string(i) + " sees values of column " + std::to_string(j) + " from " +
                   number(check.dtype(), low) + " to " + number(check.dtype(), high) + "; output[" + std::to_string(i) +
                   "][" + std::to_string(j) + "] is",
               Cell{.row = i, .column = j, .radius = answer.radius[j]});
}

}  // namespace

ATTNCHECK_PROPERTY(average, output_in_hull_of_values, "every output lies between the visible values of its column") {
  Problem problem = check.draw_problem(ProblemSpec{});
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  for (Index j = 0; j < output.cols(); ++j) {
    const auto column = [&](Index i) { return problem.value(i, j); };
    double low = column(0);
    double high = column(0);
    for (Index key = 0; key < (problem.causal ? 1 : output.rows()); ++key) {
      low = std::min(low, column(key));
      high = std::max(high, column(key));
    }
    for (Index i = 0; i < output.rows(); ++i) {
      low = std::min(low, column(i));
      high = std::max(high, column(i));
      in_hull(check, problem, i, j, output(i, j), low, high);
    }
  }
}
