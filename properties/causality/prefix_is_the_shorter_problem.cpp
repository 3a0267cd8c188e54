// Under a causal mask the first tokens are a problem of their own: row i of the long problem is row i of the problem
// that ends there.
#include <string>

#include "attncheck/laws.h"
using namespace attncheck;

ATTNCHECK_PROPERTY(causality, prefix_is_the_shorter_problem,
                   "the first rows of a causal problem are those of the problem cut after them", 4) {
  const Problem problem = check.draw_problem(ProblemSpec{}.causal().tokens_between(2, 200));
  const Index kept = 1 + check.draw_index(problem.shape.tokens - 1, "tokens kept");
  const Asked whole = ask(check, problem);
  const Asked prefix = ask(check, first_tokens(problem, kept));
  same_rows(check, prefix, whole, {0, kept}, "with the tokens after the first " + std::to_string(kept));
}
