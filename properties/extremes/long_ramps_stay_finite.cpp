// Logits that rise or fall slowly over thousands of keys go further than any one tile shows: a running maximum that
// follows only large steps from tile to tile is left behind until an exponential overflows or every weight vanishes.
#include <algorithm>
#include <cmath>

#include "attncheck/laws.h"
using namespace attncheck;

namespace {

struct Ramp {
  Index tokens;
  double step;
};

/// Ends about 100 above or below its start in each, with steps for tiles of 16 to 256 keys.
constexpr Ramp ramps[] = {{1030, 1.0 / 10}, {6200, 1.0 / 64}, {2060, 1.0 / 20}, {3100, 1.0 / 30}};

void keep_first_column(Problem& problem) {
  Tensor column(problem.shape.tokens, 1);
  for (Index j = 0; j < problem.shape.tokens; ++j) column(j, 0) = problem.value(j, 0);
  problem.value = std::move(column);
  problem.shape.value_dim = 1;
}

/// Keeps the tokens and the first column of values that were drawn, so that it shrinks.
void put_ramp(Problem& problem, double step, bool one_column) {
  problem.family = "long ramp";
  if (one_column) keep_first_column(problem);
  step *= std::sqrt(static_cast<double>(problem.shape.head_dim));
  for (Tensor* tensor : {&problem.query, &problem.key}) std::ranges::fill(tensor->elements(), 0.0);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    problem.query(i, 0) = 1;
    problem.key(i, 0) = step * static_cast<double>(i);
  }
  round_to_dtype(problem);
}

}  // namespace

ATTNCHECK_PROPERTY(extremes, long_ramps_stay_finite,
                   "logits that change slowly over thousands of keys overflow nothing", 52) {
  const Ramp& ramp = ramps[check.draw_in_turn(std::size(ramps))];
  const Index shorter = check.dtype() == DType::float64 ? 4 : 1;
  const double direction = check.draw_index(4, "falling") == 3 ? -1 : 1;
  Problem problem = check.draw_problem(ProblemSpec{}
                                           .values_from("gaussian")
                                           .tokens_between(1, 8192)
                                           .tokens_from(ramp.tokens / shorter)
                                           .head_dim_from(1));
  const Shape narrow{problem.shape.tokens, problem.shape.head_dim, 1};
  put_ramp(problem, direction * ramp.step * static_cast<double>(shorter), check.takes(narrow, problem.causal));
  problem = check.round_inputs(std::move(problem));
  fit_logits(problem, check.most_logit());
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
