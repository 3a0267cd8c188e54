// Each column of the values is averaged by itself: when one changes, the others stay.
#include <string>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(symmetry, value_columns_are_independent, "a column of values changes its own output only", 4) {
  const Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(1, 200));
  if (problem.shape.value_dim < 2) return check.undecided();
  const Index column = check.draw_index(problem.shape.value_dim, "column");
  Random random(check.draw_seed("values"));
  Problem changed = problem;
  for (Index j = 0; j < problem.shape.tokens; ++j)
    changed.value(j, column) = 1024.0 * static_cast<double>(random.below(64));
  same_rows(check, ask(check, problem), ask(check, changed), {0, problem.shape.tokens},
            "with other values in column " + std::to_string(column), column);
}
