// Of thousands of keys each has the weight one or none, and the value one in one of sixteen columns. The bound of a
// column falls with what is in it, so that a key that is lost, counted twice or takes the weight of its neighbour
// shows, which rounding would hide among normal numbers.
#include <algorithm>
#include <cmath>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

constexpr Index sizes[] = {3076, 2052};
constexpr Index columns = 16;

/// Keys have the logit 0 in every row, but for half of them -200 when `some_are_none`.
Problem zeros_and_ones(const Shape& shape, DType dtype, bool some_are_none, std::uint64_t seed) {
  Problem problem = make_problem(shape, dtype, true);
  problem.family = "weights one or none, values in one column each";
  Random random(seed);
  std::ranges::fill(problem.query.elements(), 1.0);
  const double none = round_to(dtype, -200 * std::sqrt(static_cast<double>(shape.head_dim)));
  for (Index j = 0; j < shape.tokens; ++j) {
    problem.key(j, 0) = some_are_none && j > 0 && random.coin() ? none : 0.0;
    problem.value(j, j % shape.value_dim) = 1;
  }
  return problem;
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, zero_and_one_weights_add_up, "of thousands of keys each counts once", 52) {
  const Index turn = check.draw_in_turn(2 * std::ssize(sizes));
  const Index wished = check.dtype() == DType::float64 ? sizes[turn / 2] / 4 : sizes[turn / 2];
  const Shape wish{std::min(wished, check.most_tokens()), 1, columns};
  Problem problem = check.round_inputs(zeros_and_ones(check.nearest_taken(wish).value_or(wish), check.dtype(),
                                                      turn % 2 == 1, check.draw_seed("which are none")));
  fit_logits(problem, check.most_logit());
  const Tensor output = check.run(problem);
  check.finite(problem, output);
  check.within_bound(problem, output);
}
