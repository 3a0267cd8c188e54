// Thousands of keys are averaged like a few: no index wraps, no sum stops growing, no tile is forgotten.
#include "attncheck/property.h"
using namespace attncheck;

namespace {

struct Long {
  Index tokens;
  const char* logits;
  const char* values;
};

constexpr Long problems[] = {{1537, "dominant key", "against the peak"},
                             {2049, "slow ramp", "tagged"},
                             {3001, "gaussian", "last key"},
                             {4096, "late peak", "gaussian"}};

}  // namespace

ATTNCHECK_PROPERTY(extremes, thousands_of_tokens, "thousands of tokens are averaged like a few", 37) {
  const Long& wish = problems[check.draw_in_turn(std::size(problems))];
  // The reference of float64 is many times dearer.
  const Index tokens = check.dtype() == DType::float64 ? 1 + wish.tokens / 8 : wish.tokens;
  const Problem problem = check.draw_problem(
      ProblemSpec{}.logits_from(wish.logits).values_from(wish.values).tokens_from(tokens).head_dim_between(1, 2));
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
