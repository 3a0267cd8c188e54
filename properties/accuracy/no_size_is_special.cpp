// Kernels take other paths at some sizes: tails of tiles and vectors, powers of two, squares, what they were tuned for.
// All are asked on normal values, where a wrong path is wrong by much: a slice in each case, all in a default run.
#include <algorithm>
#include <set>
#include <tuple>

#include "attncheck/laws.h"
#include "attncheck/random.h"
#include "attncheck/sizes.h"
using namespace attncheck;

namespace {

constexpr Index most_of_quick = Index{18} << 20;  // multiplications that a quick run can afford for one more size

Index slices(DType dtype) { return dtype == DType::float64 ? 3 : 7; }

Problem normal_problem(const Shape& shape, DType dtype, bool causal, std::uint64_t seed) {
  Problem problem = make_problem(shape, dtype, causal);
  problem.family = "gaussian, every size";
  problem.placement = causal ? Placement::guard_words : Placement::page_end;
  fill_normal(problem,
              mix_seed(seed, static_cast<std::uint64_t>(shape.tokens * 7919 + shape.head_dim * 31 + shape.value_dim)));
  return problem;
}

/// The cheapest that 16 bits cannot number the elements of: asked in the first case, so that a quick run sees them.
bool is_beyond_16_bits(const Shape& shape) {
  return shape.tokens * std::max(shape.head_dim, shape.value_dim) > Index{1} << 16 &&
         multiplications(shape) <= most_of_quick;
}

/// The reference of float64 is dear.
bool affordable(const Shape& shape, DType dtype) {
  const Index dims = shape.head_dim + shape.value_dim;
  return dtype == DType::float32 || shape.tokens * dims <= 600 || (dims <= 6 && shape.tokens <= 1100);
}

/// Sizes that the subject does not take become the next ones that it takes, each once.
std::vector<Shape> taken_sizes(const Check& check) {
  std::vector<Shape> all;
  std::set<std::tuple<Index, Index, Index>> moved;
  for (Shape shape : special_sizes()) {
    shape.tokens = std::min(shape.tokens, check.most_tokens());
    const Shape taken = check.nearest_taken(shape).value_or(shape);
    const auto found = std::tuple(taken.tokens, taken.head_dim, taken.value_dim);
    if (found == std::tuple(shape.tokens, shape.head_dim, shape.value_dim) || moved.insert(found).second)
      all.push_back(taken);
  }
  return all;
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, no_size_is_special, "all sizes to 257, and some larger, are computed alike", 30) {
  const Index count = slices(check.dtype());
  const Index slice = check.draw_in_turn(count);
  const std::uint64_t seed = check.draw_seed("values");
  const bool parity = check.draw_index(2, "which sizes are causal") == 0;
  const std::vector<Shape> all = taken_sizes(check);
  for (std::size_t at = 0; at < all.size(); ++at)
    for (const bool causal : {false, true}) {
      const Shape& shape = all[at];
      if (slice != (is_beyond_16_bits(shape) ? 0 : static_cast<Index>(at) % count)) continue;
      if (!check.takes(shape, causal)) continue;
      // One side of small sizes is enough in one case; large ones have paths of their own for either.
      const bool both = (shape.tokens >= 64 && shape.head_dim >= 16) || !check.takes(shape, !causal);
      if (!both && causal != ((shape.tokens + shape.head_dim + shape.value_dim) % 2 == (parity ? 0 : 1))) continue;
      if (!affordable(shape, check.dtype())) continue;
      Problem problem = check.round_inputs(normal_problem(shape, check.dtype(), causal, seed));
      fit_logits(problem, check.most_logit());
      const Tensor output = check.run(problem);
      check.finite(problem, output);
      check.within_bound(problem, output);
    }
}
