// A row whose logits are all far below zero is a row like any other: its weights sum to one. A running maximum that
// starts at a number, or a maximum that is never subtracted, leaves it without weight. Values of a constant show the
// sum and nothing else, so the bound is a few units in the last place whatever the logits are.
#include <string>

#include "attncheck/property.h"
using namespace attncheck;

namespace {
constexpr const char* families[] = {"very negative", "large negative", "very negative", "negative"};
}

ATTNCHECK_PROPERTY(normalization, very_negative_rows_normalise,
                   "a row of very negative logits has weights that sum to one", 5) {
  const char* family = families[check.draw_in_turn(std::size(families))];
  const Problem problem =
      check.draw_problem(ProblemSpec{}.logits_from(family).constant_values().tokens_between(1, 160));
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  for (Index i = 0; i < output.rows(); i += 1 + output.rows() / 16) {
    const RowAnswer answer = check.answer(problem, i);
    if (answer.may_overflow) return check.undecided();
    for (Index j = 0; j < output.cols(); ++j)
      check.within(
          output(i, j), problem.value(0, j), allowed_at(answer, j),
          "row " + std::to_string(i) + ", whose logits are very negative, averages values that are all alike to",
          Cell{.row = i, .column = j});
  }
}
