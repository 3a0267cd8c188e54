#pragma once
// random.h: a small generator whose stream is the same on every machine and standard library.
// Used to fill tensors from a drawn seed. Source: SplitMix64 (Steele, Lea, Flood 2014); normals by Box-Muller.
#include <array>
#include <cstdint>
#include <string_view>

#include "attncheck/problem.h"

namespace attncheck {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  double uniform();                     // [0, 1)
  double normal();                      // mean 0, variance 1
  std::array<double, 2> two_normals();  // independent, for less than the price of two
  Index below(Index count);             // 0 .. count - 1; count must be positive
  bool coin() { return (next() >> 63) != 0; }

 private:
  std::uint64_t state_;
};

/// A seed that depends on both arguments; used to give each property and dtype its own stream.
std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t salt);
std::uint64_t mix_seed(std::uint64_t seed, std::string_view salt);

/// Independent normals of standard deviation `sigma`, rounded to `dtype`.
void fill_normal(Tensor& tensor, Random& random, DType dtype, double sigma = 1.0);

}  // namespace attncheck
