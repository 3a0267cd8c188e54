#pragma once
// double_double_problems.h: problems that are hard for pairs of float64, beside those of problems.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/reference/problems.h"

namespace attncheck::problems {

/// Every number times a power of two between 2^-reach and 2^reach.
inline void widen(Tensor& tensor, int reach, Random& random) {
  for (double& x : tensor.elements()) x = std::ldexp(x, static_cast<int>(random.below(2 * reach + 1)) - reach);
}

inline Problem wide_exponents(Index tokens, Index head_dim, Index value_dim, DType dtype, int reach, int value_reach,
                              std::uint64_t seed) {
  Problem problem = gaussian(tokens, head_dim, value_dim, dtype, false, seed);
  Random random(seed + 1);
  widen(problem.query, reach, random);
  widen(problem.key, reach, random);
  widen(problem.value, value_reach, random);
  round_to_dtype(problem);
  problem.family = "wide exponents";
  return problem;
}

/// Every second product takes back the one before it but for the last bits.
inline Problem cancelling_logits(Index tokens, Index head_dim, DType dtype, double size, std::uint64_t seed) {
  Problem problem = gaussian(tokens, head_dim, 3, dtype, false, seed);
  Random random(seed + 1);
  for (Index i = 0; i < tokens; ++i)
    for (Index k = 1; k < head_dim; k += 2) {
      problem.query(i, k - 1) *= size;
      problem.query(i, k) = problem.query(i, k - 1);
      problem.key(i, k) = -problem.key(i, k - 1) * (1 + random.normal() / size);
    }
  round_to_dtype(problem);
  problem.family = "cancelling logits";
  return problem;
}

/// Keys in groups of equal ones, and neighbours one unit in the last place apart.
inline Problem ties(Index tokens, Index head_dim, DType dtype, std::uint64_t seed) {
  Problem problem = gaussian(tokens, head_dim, 5, dtype, false, seed, 3);
  for (Index j = 1; j < tokens; ++j)
    if (j % 4 != 0) std::copy_n(problem.key.row(j - 1).begin(), head_dim, problem.key.row(j).begin());
  for (Index j = 3; j < tokens; j += 4) problem.key(j, 0) *= 1 + 2 * info(dtype).unit_roundoff;
  round_to_dtype(problem);
  problem.family = "ties";
  return problem;
}

/// Logits so low that exponentials pass the smallest normal number, beside values that make up for it.
inline Problem deep(Index tokens, DType dtype, std::uint64_t seed) {
  Problem problem = gaussian(tokens, 1, 4, dtype, false, seed);
  for (Index j = 0; j < tokens; ++j) {
    problem.query(j, 0) = 1;
    const double logit = -760.0 * static_cast<double>(j) / static_cast<double>(tokens);
    problem.key(j, 0) = logit * 1.001;
    for (Index c = 0; c < 3; ++c)
      problem.value(j, c) *= dtype == DType::float64 ? std::exp(-logit * (0.3 * static_cast<double>(c))) : 1;
  }
  round_to_dtype(problem);
  problem.family = "deep";
  return problem;
}

inline std::vector<Problem> hard(DType dtype) {
  const bool wide = dtype == DType::float64;
  std::vector<Problem> all;
  std::uint64_t seed = 500;
  for (const auto& [n, d, v] :
       {Shape{1, 130, 1}, Shape{300, 1, 2}, Shape{7, 130, 9}, Shape{65, 16, 17}, Shape{33, 7, 130}, Shape{120, 64, 8}})
    all.push_back(gaussian(n, d, v, dtype, false, ++seed));
  for (const int reach : {1, 5, 20}) all.push_back(wide_exponents(24, 9, 6, dtype, reach, 20, ++seed));
  all.push_back(wide_exponents(24, 9, 6, dtype, 2, wide ? 900 : 60, ++seed));
  all.push_back(wide_exponents(20, 3, 6, dtype, wide ? 300 : 40, 3, ++seed));
  for (const double size : {0x1p10, 0x1p25}) all.push_back(cancelling_logits(20, 12, dtype, size, ++seed));
  for (const Index d : {1, 5}) all.push_back(ties(25, d, dtype, ++seed));
  for (const Index n : {40, 9}) all.push_back(deep(n, dtype, ++seed));
  for (const double sigma : {1e7, 1e12, wide ? 1e60 : 1e20})
    all.push_back(gaussian(10, 6, 3, dtype, false, ++seed, sigma));
  all.push_back(with_values(gaussian(30, 5, 4, dtype, false, ++seed), 1e-30, true));
  return all;
}

}  // namespace attncheck::problems
