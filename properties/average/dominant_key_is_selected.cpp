// A key far above all others takes the whole weight: the output is its value, but for what the others still weigh.
#include <algorithm>
#include <cmath>
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

constexpr const char* families[] = {"dominant key", "late peak", "early peak", "rising", "falling"};

void selects(Check& check, const Problem& problem, const Tensor& output, Index i) {
  const RowAnswer answer = check.answer(problem, i);
  if (answer.may_overflow) return check.undecided();
  const Index top = std::ranges::max_element(answer.logits) - answer.logits.begin();
  const double weight = answer.weights[static_cast<std::size_t>(top)];
  if (!(weight > 0.5 && answer.logits.size() > 1)) return check.undecided();  // nothing dominates, or there is no other
  for (Index j = 0; j < output.cols(); ++j) {
    // The truth is the value but for what the other keys weigh, so the output is near some number between the two.
    const double value = problem.value(top, j);
    const double truth = answer.centre[static_cast<std::size_t>(j)];
    const double nearest = std::clamp(output(i, j), std::min(value, truth), std::max(value, truth));
    check.within(output(i, j), std::isnan(nearest) ? value : nearest, allowed_at(answer, j),
                 "key " + std::to_string(top) + " dominates row " + std::to_string(i) + "; the output is",
                 Cell{.row = i, .column = j});
  }
}

}  // namespace

ATTNCHECK_PROPERTY(average, dominant_key_is_selected, "a key far above all others gives its value", 6) {
  const char* family = families[check.draw_in_turn(std::size(families))];
  const Problem problem = check.draw_problem(ProblemSpec{}.logits_from(family).tokens_between(2, 200));
  const Tensor output = check.run(problem);
  for (Index i = output.rows() - 1; i >= 0; i -= 1 + output.rows() / 12) selects(check, problem, output, i);
}
