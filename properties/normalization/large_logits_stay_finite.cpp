// Softmax does not change when a constant is subtracted from a row, so logits of any size have finite exponentials.
#include "attncheck/property.h"
using namespace attncheck;

namespace {
constexpr const char* families[] = {"large both signs", "large positive", "large gaussian", "rising", "late peak"};
}

ATTNCHECK_PROPERTY(normalization, large_logits_stay_finite, "large logits give finite outputs", 5) {
  const char* family = families[check.draw_in_turn(std::size(families))];
  const Problem problem = check.draw_problem(ProblemSpec{}.logits_from(family).tokens_between(1, 256));
  check.finite(problem, check.run(problem));
}
