// Under a causal mask, changing every token after row i must leave output rows 0 .. i as they were, bit for bit: the
// shape and the order of every sum are kept, so a correct subject has no reason to round differently.
#include <string>

#include "attncheck/property.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

constexpr const char* changes[] = {"adding 1 to all tokens after", "negating all tokens after",
                                   "redrawing all tokens after", "redrawing, 30 times larger, all tokens after"};

double changed(double element, Index how, Random& random) {
  if (how < 2) return how == 0 ? element + 1 : -element;
  return (how == 2 ? 1.0 : 30.0) * random.normal();
}

void change_tokens_after(Problem& problem, Index row, Index how, std::uint64_t seed) {
  Random random(seed);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (Index i = row + 1; i < tensor->rows(); ++i)
      for (double& element : tensor->row(i)) element = round_to(problem.dtype, changed(element, how, random));
}

}  // namespace

ATTNCHECK_PROPERTY(causality, future_is_invisible, "row i depends on no token after i, bit for bit") {
  Problem problem = check.draw_problem(ProblemSpec{}.causal().tokens_between(2, 4096));
  const Index row = check.draw_index(problem.shape.tokens - 1, "row");
  const Index how = check.draw_index(4, "change");
  const std::uint64_t seed = check.draw_seed("future");
  const Tensor before = check.run(problem);
  Problem changed = problem;
  change_tokens_after(changed, row, how, seed);
  const Tensor after = check.run(changed);
  check.counterexample(changed, after);
  if (!check.repeatable()) return check.within_bound(changed, after);
  check.rows_identical(before, after, 0, row + 1, std::string(changes[how]) + " row " + std::to_string(row));
}
