// Kernels take other paths at some sizes: tails of tiles and vectors, powers of two, squares, what they were tuned for.
// All are asked on normal values, where a wrong path is wrong by much: a slice in each case, all in a default run.
#include <algorithm>

#include "attncheck/laws.h"
#include "attncheck/random.h"
#include "attncheck/sizes.h"
using namespace attncheck;

namespace {

constexpr Index most_twice = Index{1} << 24;  // multiplications; dearer ones are asked once, causal or not

Index slices(DType dtype) { return dtype == DType::float64 ? 3 : 7; }

Problem normal_problem(const Shape& shape, DType dtype, bool causal, std::uint64_t seed) {
  Problem problem = make_problem(shape, dtype, causal);
  problem.family = "gaussian, every size";
  problem.placement = causal ? Placement::guard_words : Placement::page_end;
  fill_normal(problem,
              mix_seed(seed, static_cast<std::uint64_t>(shape.tokens * 7919 + shape.head_dim * 31 + shape.value_dim)));
  return problem;
}

/// The reference of float64 is dear.
bool affordable(const Shape& shape, DType dtype) {
  const Index dims = shape.head_dim + shape.value_dim;
  return dtype == DType::float32 || shape.tokens * dims <= 600 || (dims <= 6 && shape.tokens <= 1100);
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, no_size_is_special, "all sizes to 257, and some larger, are computed alike", 30) {
  const Index count = slices(check.dtype());
  const Index slice = check.draw_in_turn(count);
  const std::uint64_t seed = check.draw_seed("values");
  const Index most_tokens = check.most_tokens();
  const bool parity = check.draw_index(2, "which sizes are causal") == 0;
  const std::vector<Shape> all = special_sizes();
  for (std::size_t at = static_cast<std::size_t>(slice); at < all.size(); at += static_cast<std::size_t>(count))
    for (const bool causal : {false, true}) {
      Shape shape = all[at];
      shape.tokens = std::min(shape.tokens, most_tokens);  // what the subject takes, at all head_dims and value_dims
      // One side of small sizes is enough in one case; large ones have paths of their own for either.
      const bool both = shape.tokens >= 64 && shape.head_dim >= 16 && multiplications(shape) <= most_twice;
      if (!both && causal != ((shape.tokens + shape.head_dim + shape.value_dim) % 2 == (parity ? 0 : 1))) continue;
      if (!affordable(shape, check.dtype())) continue;
      Problem problem = check.round_inputs(normal_problem(shape, check.dtype(), causal, seed));
      fit_logits(problem, check.most_logit());
      const Tensor output = check.run(problem);
      check.finite(problem, output);
      check.within_bound(problem, output);
    }
}
