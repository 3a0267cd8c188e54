// Attention is a sum over the keys: without a mask their order does not matter.
#include "attncheck/laws.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(symmetry, keys_may_be_permuted, "keys may come in any order, together with their values", 8) {
  const Problem problem = check.draw_problem(ProblemSpec{}.not_causal().tokens_between(2, 100));
  const auto order = any_order(problem.shape.tokens, check.draw_seed("order"));
  Problem permuted = problem;
  permuted.key = rows_in_order(problem.key, order);
  permuted.value = rows_in_order(problem.value, order);
  same_rows(check, ask(check, problem), ask(check, permuted), {0, problem.shape.tokens},
            "with keys and values in another order");
}
