// When all logits of a row are equal, so are its weights: the output is the mean of the values it sees.
#include <algorithm>
#include <cmath>
#include <string>

#include "attncheck/readout.h"
using namespace attncheck;

namespace {

void make_logits_equal(Problem& problem, bool by_query) {
  if (by_query) std::ranges::fill(problem.query.elements(), 0.0);
  for (Index j = 1; !by_query && j < problem.shape.tokens; ++j)
    std::ranges::copy(problem.key.row(0), problem.key.row(j).begin());
}

void is_mean(Check& check, const Problem& problem, const Tensor& output, Index i) {
  const RowAnswer answer = check.answer(problem, i);
  if (answer.may_overflow) return check.undecided();
  const Index keys = problem.visible_keys(i);
  for (Index c = 0; c < output.cols(); ++c) {
    std::vector<double> seen;
    for (Index j = 0; j < keys; ++j) seen.push_back(problem.value(j, c));
    const RowSum sum = row_sum(seen);
    const double mean = sum.sum / static_cast<double>(keys);
    Allowed allowed = allowed_at(answer, c);
    for (double& radius : allowed) radius += sum.rounding / static_cast<double>(keys) + 0x1p-52 * std::abs(mean);
    check.within(output(i, c), mean, allowed,
                 "row " + std::to_string(i) + " sees " + std::to_string(keys) + " equal logits, and averages to",
                 Cell{.row = i, .column = c});
  }
}

}  // namespace

ATTNCHECK_PROPERTY(average, equal_logits_average, "equal logits give the mean of the visible values", 6) {
  Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(1, 300));
  make_logits_equal(problem, check.draw_index(2, "zero queries or equal keys") == 0);
  const Tensor output = check.run(problem);
  for (Index i = output.rows() - 1; i >= 0; i -= 1 + output.rows() / 12) is_mean(check, problem, output, i);
}
