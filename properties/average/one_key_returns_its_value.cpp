// A single key has weight one, whatever its logit: the output is its value.
#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(average, one_key_returns_its_value, "the output of one token is its value", 3) {
  const Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(1, 1));
  const Tensor output = check.run(problem);
  const RowAnswer answer = check.answer(problem, 0);
  if (answer.may_overflow) return check.undecided();
  for (Index j = 0; j < output.cols(); ++j)
    check.within(output(0, j), problem.value(0, j), allowed_at(answer, j), "the only key has weight one; the output is",
                 Cell{.row = 0, .column = j});
}
