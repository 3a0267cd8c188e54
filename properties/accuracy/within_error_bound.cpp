// Every output is as near to attention as a correct subject must be, in an arithmetic that explains the whole run.
// Besides random problems it is asked the designed ones, on which small mistakes are large.
#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(accuracy, within_error_bound, "every output is within the error bound of attention") {
  Problem problem = check.draw_problem(ProblemSpec{}.with_probes());
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
