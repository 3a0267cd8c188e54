// Values near the smallest numbers are averaged like any others: what underflows is what the bound allows, and no more.
// Some are as near to them as values can be and still count whatever is flushed: a guard that takes smaller numbers for
// zero, however small, takes these.
#include <algorithm>
#include <cmath>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

constexpr const char* families[] = {"tiny", "subnormal"};

void bring_down(Problem& problem) {
  problem.family = "small normal values";
  double largest = 0;
  for (const double element : problem.value.elements()) largest = std::max(largest, std::fabs(element));
  if (largest == 0) return;
  const double factor = std::ldexp(info(problem.dtype).smallest_normal, 15 - std::ilogb(largest));
  for (double& element : problem.value.elements()) element = round_to(problem.dtype, element * factor);
}

}  // namespace

ATTNCHECK_PROPERTY(extremes, tiny_values_are_averaged, "values near the smallest numbers are averaged", 10) {
  const Index turn = check.draw_in_turn(3);
  Problem problem =
      check.draw_problem(ProblemSpec{}.values_from(families[turn % std::ssize(families)]).tokens_between(1, 80));
  if (turn == 2) bring_down(problem);
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
