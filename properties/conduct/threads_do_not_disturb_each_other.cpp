// A subject that says it may be called from several threads gives each of them what it gives to one alone: scratch
// memory that calls share shows when every thread has another problem.
#include "attncheck/property.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(conduct, threads_do_not_disturb_each_other,
                   "calls from several threads at once answer as calls one by one", 4) {
  if (!check.concurrent()) check.not_applicable("the subject does not declare concurrent=yes");
  if (!check.repeatable()) check.not_applicable("the subject declares repeatable=no");
  const Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(2, 300));
  const int threads = 2 + static_cast<int>(check.draw_index(3, "threads"));
  const Tensor alone = check.run(problem);
  check.rows_identical(alone, check.run_from_threads(problem, threads), 0, alone.rows(),
                       "after calls from several threads the answer is another");
}
