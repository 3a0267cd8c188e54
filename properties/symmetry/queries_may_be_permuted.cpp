// Every row is answered by itself: without a mask, queries in another order are answered in that order.
#include "attncheck/laws.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(symmetry, queries_may_be_permuted, "queries in another order are answered in that order", 6) {
  const Problem problem = check.draw_problem(ProblemSpec{}.not_causal().tokens_between(2, 200));
  const auto order = any_order(problem.shape.tokens, check.draw_seed("order"));
  Problem permuted = problem;
  permuted.query = rows_in_order(problem.query, order);
  const Asked answered = ask(check, problem);
  same_rows(check, {permuted, rows_in_order(answered.output, order), true}, ask(check, permuted),
            {0, problem.shape.tokens}, "with queries in another order");
}
