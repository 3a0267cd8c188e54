// Kernels take other paths at some sizes: tails of tiles and vectors, powers of two, square problems, the shapes they
// were tuned for. All of these are asked on normal values, where a wrong path is wrong by much: a slice of them in each
// case, and every size within the cases of a default run. The list repeats itself every four and every six sizes, so
// the number of slices has no divisor in common with either: no kind of size is left to the last slices.
#include <algorithm>

#include "attncheck/property.h"
#include "attncheck/random.h"
using namespace attncheck;

namespace {

Index slices(DType dtype) { return dtype == DType::float64 ? 3 : 7; }

std::vector<Shape> sizes() {
  std::vector<Shape> all;
  for (Index s = 1; s <= 72; ++s) {
    all.push_back({3, s, 1 + s % 3});
    all.push_back({3, 1 + s % 3, s});
    all.push_back({s, 1 + s % 2, 1 + s % 2});
    all.push_back({20, s, 1 + s % 3});
    all.push_back({20, 1 + s % 3, s});
    if (s <= 24) all.push_back({s, s, s});
  }
  for (const Index s :
       {80, 96, 100, 112, 120, 127, 128, 129, 144, 160, 192, 200, 224, 255, 256, 257, 320, 384, 512, 513}) {
    all.push_back({3, s, 2});
    all.push_back({3, 2, s});
    all.push_back({s, 1, 1});
    all.push_back({s + 1, 1, 2});
  }
  // Dims kernels are tuned for with more than one tile of keys, large dims, and more elements than 16 or 17 bits count.
  constexpr Index tokens[] = {65, 127, 129, 200, 257, 300};
  constexpr Index dims[] = {32, 64, 128};
  for (std::size_t d = 0; d < std::size(dims); ++d)
    for (std::size_t e = 0; e < std::size(dims); ++e)
      for (std::size_t t = 0; t < std::size(tokens); ++t)
        if ((dims[d] == 64 && dims[e] == 64) || t == (d + 2 * e) % std::size(tokens) || (d == e && t == 5))
          all.push_back({tokens[t], dims[d], dims[e]});
  const Shape others[] = {{16, 256, 256}, {32, 32, 32}, {64, 64, 64},  {64, 96, 96},   {128, 128, 128}, {256, 64, 64},
                          {300, 16, 16},  {40, 320, 4}, {100, 4, 320}, {20, 576, 512}, {520, 256, 1},   {260, 1, 256},
                          {300, 4, 2},    {1024, 1, 1}, {1025, 1, 1},  {1030, 2, 4},   {2048, 1, 1}};
  all.insert(all.end(), std::begin(others), std::end(others));
  return all;
}

Problem normal_problem(const Shape& shape, DType dtype, bool causal, std::uint64_t seed) {
  Problem problem = make_problem(shape, dtype, causal);
  problem.family = "gaussian, every size";
  problem.placement = causal ? Placement::guard_words : Placement::page_end;
  Random random(
      mix_seed(seed, static_cast<std::uint64_t>(shape.tokens * 7919 + shape.head_dim * 31 + shape.value_dim)));
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, dtype);
  return problem;
}

/// The reference of float64 is dear: of large sizes only long ones with tiny dims are asked.
bool affordable(const Shape& shape, DType dtype) {
  const Index dims = shape.head_dim + shape.value_dim;
  return dtype == DType::float32 || shape.tokens * dims <= 600 || (dims <= 6 && shape.tokens <= 1100);
}

}  // namespace

ATTNCHECK_PROPERTY(accuracy, no_size_is_special, "every size of tokens, head_dim and value_dim is computed alike", 20) {
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
      const Problem problem = normal_problem(shape, check.dtype(), causal, seed);
      const Tensor output = check.run(problem);
      check.finite(problem, output);
      check.within_bound(problem, output);
    }
}
