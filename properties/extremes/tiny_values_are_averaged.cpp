// Values near the smallest numbers are averaged like any others: what underflows is what the bound allows, and no more.
#include "attncheck/property.h"
using namespace attncheck;

namespace {
constexpr const char* families[] = {"tiny", "subnormal"};
}

ATTNCHECK_PROPERTY(extremes, tiny_values_are_averaged, "values near the smallest numbers are averaged", 10) {
  const char* family = families[check.draw_in_turn(std::size(families))];
  const Problem problem = check.draw_problem(ProblemSpec{}.values_from(family).tokens_between(1, 80));
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
