#pragma once
// problems.h: ordinary and designed problems for the tests of the reference.
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "attncheck/problem.h"
#include "attncheck/random.h"

namespace attncheck::problems {

inline Problem gaussian(Index tokens, Index head_dim, Index value_dim, DType dtype, bool causal, std::uint64_t seed,
                        double query_sigma = 1) {
  Problem problem = make_problem({tokens, head_dim, value_dim}, dtype, causal);
  Random random(seed);
  fill_normal(problem.query, random, dtype, query_sigma);
  fill_normal(problem.key, random, dtype);
  fill_normal(problem.value, random, dtype);
  problem.family = "gaussian";
  return problem;
}

/// head_dim 4, one query row of (2, 0, 0, 0): logit j is exactly the j-th given. Values are the identity.
inline Problem readout(const std::vector<double>& logits, DType dtype) {
  const auto n = static_cast<Index>(logits.size());
  Problem problem = make_problem({n, 4, n}, dtype, false);
  for (Index i = 0; i < n; ++i) {
    problem.query(i, 0) = 2;
    problem.key(i, 0) = logits[static_cast<std::size_t>(i)];
    problem.value(i, i) = 1;
  }
  round_to_dtype(problem);
  problem.family = "readout";
  return problem;
}

/// Key products large, 1, -large: the true dot product is 1, and an accumulator that is too narrow loses it.
inline Problem absorption_trap(double large, DType dtype) {
  Problem problem = make_problem({2, 4, 2}, dtype, false);
  for (Index i = 0; i < 2; ++i) {
    for (Index k = 0; k < 3; ++k) problem.query(i, k) = 1;
    problem.value(i, i) = 1;
  }
  problem.key(0, 0) = large;
  problem.key(0, 1) = 1;
  problem.key(0, 2) = -large;
  problem.family = "absorption";
  return problem;
}

inline Problem uniform_integers(Index tokens, DType dtype) {
  Problem problem = gaussian(tokens, 4, 3, dtype, false, 11);
  for (double& q : problem.query.elements()) q = 0;
  for (Index i = 0; i < problem.value.rows(); ++i)
    for (Index c = 0; c < 3; ++c) problem.value(i, c) = static_cast<double>((i * 7 + c * 5) % 17 - 8);
  problem.family = "uniform";
  return problem;
}

/// Logits that rise (or fall) by about `step` a key.
inline Problem ramp(Index tokens, double step, DType dtype) {
  Problem problem = gaussian(tokens, 4, 3, dtype, false, 12);
  for (Index j = 0; j < tokens; ++j) {
    problem.query(j, 0) = 2;
    problem.key(j, 0) = step * static_cast<double>(j);
  }
  round_to_dtype(problem);
  problem.family = "ramp";
  return problem;
}

/// Values multiplied by `size`, and alternating in sign with keys in equal pairs when asked.
inline Problem with_values(Problem problem, double size, bool cancelling = false) {
  for (Index j = 0; j < problem.value.rows(); ++j)
    for (Index c = 0; c < problem.value.cols(); ++c) {
      problem.value(j, c) *= size;
      if (cancelling && j % 2 == 1) problem.value(j, c) = -problem.value(j - 1, c);
    }
  if (cancelling)
    for (Index j = 1; j < problem.key.rows(); j += 2)
      for (Index k = 0; k < problem.key.cols(); ++k) problem.key(j, k) = problem.key(j - 1, k);
  round_to_dtype(problem);
  return problem;
}

inline Problem with_keys(Problem problem, double size) {
  for (double& k : problem.key.elements()) k *= size;
  round_to_dtype(problem);
  return problem;
}

/// The last key carries (almost) all the weight, at logit `peak`.
inline Problem late_peak(Index tokens, double peak, DType dtype) {
  Problem problem = gaussian(tokens, 4, 3, dtype, false, 13);
  for (Index i = 0; i < tokens; ++i)
    for (Index k = 0; k < 4; ++k) problem.query(i, k) = k == 0 ? 2 : 0;
  problem.key(tokens - 1, 0) = peak;
  round_to_dtype(problem);
  problem.family = "late peak";
  return problem;
}

inline std::vector<Problem> ordinary(DType dtype) {
  std::vector<Problem> all;
  std::uint64_t seed = 100;
  for (const Index tokens : {1, 2, 5, 16, 33})
    for (const Index head_dim : {1, 2, 4, 17})
      for (const bool causal : {false, true}) all.push_back(gaussian(tokens, head_dim, 3, dtype, causal, ++seed));
  return all;
}

inline std::vector<Problem> designed(DType dtype) {
  const double tiny = info(dtype).smallest_subnormal * 1000;
  std::vector<Problem> all;
  for (const double gap : {0x1p-6, 0.5, 8.0, 64.0, 80.0}) {
    all.push_back(readout({0, -gap}, dtype));
    all.push_back(readout({-gap, 0}, dtype));
  }
  all.push_back(readout({0, -5, -10, -15, -20, -25, -30, -35, -40, -45, -50, -55, -60, -65, -70, -75}, dtype));
  for (const double large : {0x1p8, 0x1p11, 0x1p22}) all.push_back(absorption_trap(large, dtype));
  for (const Index tokens : {1, 7, 64}) all.push_back(uniform_integers(tokens, dtype));
  for (const double sigma : {30.0, 1000.0, 1e5}) all.push_back(gaussian(12, 6, 3, dtype, false, 21, sigma));
  for (const double step : {0.001, 0.3, -0.3, 7.0}) all.push_back(ramp(40, step, dtype));
  for (const double peak : {20.0, 360.0}) all.push_back(late_peak(20, peak, dtype));
  all.push_back(with_values(gaussian(9, 4, 3, dtype, false, 22), tiny));
  all.push_back(with_values(late_peak(20, 40, dtype), tiny));
  all.push_back(with_values(ramp(20, 1.0, dtype), tiny));
  all.push_back(with_values(gaussian(10, 4, 3, dtype, false, 23), 1, true));
  all.push_back(with_keys(gaussian(9, 4, 3, dtype, false, 24), tiny));
  all.push_back(with_keys(gaussian(9, 4, 3, dtype, false, 25), 0));
  return all;
}

inline std::vector<Index> all_rows(const Problem& problem) {
  std::vector<Index> rows(static_cast<std::size_t>(problem.shape.tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace attncheck::problems
