#pragma once
// lowest_bit.h: the grid a number lies on. Used by row_stats and certificates.
// Source: the exactness rule "multiples of 2^g that stay below 2^(g+p) are added exactly with p bits".
#include <bit>
#include <cstdint>

namespace attncheck {

inline constexpr int no_bit = 1 << 20;  // the lowest set bit of zero

/// Exponent of the lowest set bit of a finite x; no_bit for zero.
inline int lowest_bit(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t fraction = bits & 0xfffffffffffffULL;
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
  if (exponent == 0) return fraction == 0 ? no_bit : std::countr_zero(fraction) - 1074;
  return exponent - 1075 + std::countr_zero(fraction | 0x10000000000000ULL);
}

}  // namespace attncheck
