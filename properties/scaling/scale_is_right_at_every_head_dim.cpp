// The scale is 1/sqrt(head_dim) at every head_dim, also where a kernel has a constant for a size it was tuned for. One
// channel carries logits of up to 16, so a scale that is off by little moves the weights by much, while the bound of a
// single product is small.
#include <algorithm>
#include <cmath>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

constexpr Index others[] = {288, 320, 384, 448, 512, 576};
constexpr Index all_up_to = 257;
constexpr Index count = all_up_to + static_cast<Index>(std::size(others));

Index head_dim_at(Index place) { return place < all_up_to ? place + 1 : others[place - all_up_to]; }

Problem one_channel(const Shape& shape, bool causal, DType dtype, std::uint64_t seed) {
  const Index head_dim = shape.head_dim;
  Problem problem = make_problem(shape, dtype, causal);
  problem.family = "one channel, every head_dim";
  Random random(mix_seed(seed, static_cast<std::uint64_t>(head_dim)));
  const Index channel = random.below(head_dim);
  const double root = std::sqrt(static_cast<double>(head_dim));
  fill_normal(problem.value, random, dtype);
  for (Index i = 0; i < problem.shape.tokens; ++i) {
    problem.query(i, channel) = 4 * root * (2 * random.uniform() - 1);
    problem.key(i, channel) = 4 * (2 * random.uniform() - 1);
  }
  round_to_dtype(problem);
  return problem;
}

}  // namespace

ATTNCHECK_PROPERTY(scaling, scale_is_right_at_every_head_dim, "the scale is 1/sqrt(head_dim) at every head_dim", 26) {
  const Index at_once = check.dtype() == DType::float64 ? 66 : 33;
  const Index slice = check.draw_in_turn((count + at_once - 1) / at_once);
  const std::uint64_t seed = check.draw_seed("values");
  for (Index place = slice * at_once; place < std::min(count, (slice + 1) * at_once); ++place) {
    const Shape wish{4, head_dim_at(place), 2};
    const Shape shape = check.nearest_taken(wish).value_or(wish);
    if (shape.head_dim != wish.head_dim && place > slice * at_once) continue;  // that one comes anyway
    const bool causal = !check.takes(shape, false);
    Problem problem = check.round_inputs(one_channel(shape, causal, check.dtype(), seed));
    fit_logits(problem, check.most_logit());
    const Tensor output = check.run(problem);
    check.finite(problem, output);
    check.within_bound(problem, output);
  }
}
