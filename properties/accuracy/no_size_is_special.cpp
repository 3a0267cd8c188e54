// Kernels take other paths at some sizes: tails of tiles and vectors, powers of two, squares, what they were tuned for.
// All are asked on normal values, where a wrong path is wrong by much: a slice in each case, all in a default run.
#include <algorithm>

#include "attncheck/laws.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

Index slices(DType dtype) { return dtype == DType::float64 ? 3 : 7; }

std::vector<Shape> sizes() {
  std::vector<Shape> all;
  for (Index s = 1; s <= 257; ++s) {
    all.push_back({3, s, 1 + s % 3});
    all.push_back({3, 1 + s % 3, s});
    all.push_back({s, 1 + s % 2, 1 + s % 2});
    if (s > 72) continue;
    for (const Index tokens : {20, 66}) {
      all.push_back({tokens, s, 1 + s % 3});
      all.push_back({tokens, 1 + s % 3, s});
    }
    if (s <= 24) all.push_back({s, s, s});
  }
  for (const Index s : {320, 384, 448, 512, 513, 576})
    for (const Shape& shape : {Shape{3, s, 2}, {3, 2, s}, {s, 1, 1}}) all.push_back(shape);
  // Dims kernels are tuned for with more than one tile of keys, large dims, and more elements than 16 or 17 bits count.
  for (const Index tokens : {65, 127, 129, 200, 257, 300}) all.push_back({tokens, 64, 64});
  const Shape others[] = {
      {65, 32, 32},    {129, 32, 64},  {257, 32, 128},  {127, 64, 32},  {300, 64, 128}, {129, 128, 32}, {257, 128, 64},
      {65, 128, 128},  {300, 32, 32},  {300, 128, 128}, {16, 256, 256}, {32, 32, 32},   {64, 64, 64},   {64, 96, 96},
      {128, 128, 128}, {256, 64, 64},  {300, 16, 16},   {40, 320, 4},   {100, 4, 320},  {20, 576, 512}, {520, 256, 1},
      {260, 1, 256},   {520, 1, 256},  {300, 4, 2},     {1024, 1, 1},   {1025, 1, 1},   {1030, 2, 4},   {2048, 1, 1},
      {513, 128, 128}, {1025, 64, 64}, {4100, 1, 1}};
  all.insert(all.end(), std::begin(others), std::end(others));
  // The first that fails is shown.
  std::ranges::stable_sort(all, {}, [](const Shape& s) { return s.tokens * s.tokens * (s.head_dim + s.value_dim); });
  return all;
}

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
  const std::vector<Shape> all = sizes();
  for (std::size_t at = static_cast<std::size_t>(slice); at < all.size(); at += static_cast<std::size_t>(count))
    for (const bool causal : {false, true}) {
      Shape shape = all[at];
      shape.tokens = std::min(shape.tokens, most_tokens);  // what the subject takes, at all head_dims and value_dims
      // One side of small sizes is enough in one case; large ones have paths of their own for either.
      const bool both = shape.tokens >= 64 && shape.head_dim >= 16;
      if (!both && causal != ((shape.tokens + shape.head_dim + shape.value_dim) % 2 == (parity ? 0 : 1))) continue;
      if (!affordable(shape, check.dtype())) continue;
      Problem problem = check.round_inputs(normal_problem(shape, check.dtype(), causal, seed));
      fit_logits(problem, check.most_logit());
      const Tensor output = check.run(problem);
      check.finite(problem, output);
      check.within_bound(problem, output);
    }
}
