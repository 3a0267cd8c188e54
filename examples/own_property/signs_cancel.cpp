// (-query) . (-key) = query . key, product by product, so that not one bit of the output may change.
#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(mine, signs_cancel, "negating query and key together changes nothing") {
  Problem problem = check.draw_problem(ProblemSpec{});
  const Tensor before = check.run(problem);
  for (double& x : problem.query.elements()) x = -x;
  for (double& x : problem.key.elements()) x = -x;
  check.rows_identical(before, check.run(problem), 0, problem.shape.tokens, "outputs of a negated query and key");
}
