// Under a causal mask the first tokens are a problem of their own: row i of the long problem is row i of the problem
// that ends there.
#include <string>

#include "attncheck/laws.h"
using namespace attncheck;

namespace {

/// The number of tokens next to `wish`, fewer than the problem has, that the subject takes; `wish` where there is none.
Index taken_near(const Check& check, const Problem& problem, Index wish) {
  Shape shape = problem.shape;
  for (Index away = 0; away < problem.shape.tokens; ++away)
    for (const Index tokens : {wish - away, wish + away}) {
      shape.tokens = tokens;
      if (tokens >= 1 && tokens < problem.shape.tokens && check.takes(shape, true)) return tokens;
    }
  return wish;
}

}  // namespace

ATTNCHECK_PROPERTY(causality, prefix_is_the_shorter_problem,
                   "the first rows of a causal problem are those of the problem cut after them", 4) {
  const Problem problem = check.draw_problem(ProblemSpec{}.causal().tokens_between(2, 200));
  const Index kept = taken_near(check, problem, 1 + check.draw_index(problem.shape.tokens - 1, "tokens kept"));
  const Asked whole = ask(check, problem);
  const Asked prefix = ask(check, first_tokens(problem, kept));
  same_rows(check, prefix, whole, {0, kept}, "with the tokens after the first " + std::to_string(kept));
}
