// Logits rise after many keys, by less than a kernel may hope to bear without another maximum, and values are as large
// as can be averaged: what is not shifted by the maximum of all keys overflows on the way to a finite output.
#include <algorithm>
#include <cmath>

#include "attncheck/property.h"
using namespace attncheck;

namespace {

constexpr double rises[] = {39, 79, 25, 60};

/// Keeps the shape that was drawn, so that it shrinks.
void put_one_rise(Problem& problem, double rise, double most_value) {
  const Index tokens = problem.shape.tokens;
  problem.family = "one rise, large values";
  // As in the value family "large": what an honest form may add up stays finite.
  const double largest =
      std::min(std::ldexp(info(problem.dtype).largest, -30) / static_cast<double>(tokens), most_value);
  std::ranges::fill(problem.value.elements(), round_to(problem.dtype, largest));
  for (Tensor* tensor : {&problem.query, &problem.key}) std::ranges::fill(tensor->elements(), 0.0);
  const double high = round_to(problem.dtype, rise * std::sqrt(static_cast<double>(problem.shape.head_dim)));
  for (Index j = 0; j < tokens; ++j) {
    problem.query(j, 0) = 1;
    problem.key(j, 0) = 2 * j < tokens ? 0 : high;
  }
}

}  // namespace

ATTNCHECK_PROPERTY(extremes, large_values_after_a_rise, "logits that rise late do not overflow with large values", 50) {
  const double rise = std::min(rises[check.draw_in_turn(4)], check.most_logit());
  Problem problem = check.draw_problem(ProblemSpec{}.not_causal().tokens_from(300).head_dim_from(1));
  put_one_rise(problem, rise, check.most_value());
  problem = check.round_inputs(std::move(problem));
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
