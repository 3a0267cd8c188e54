#pragma once
// storage.h: the types in which a kernel may keep numbers between its steps, beside the dtype it computes in.
// Used by arithmetic, error_bound and the tests of both. Errors: none. Source: IEEE 754; bfloat16 as in the Intel white
// paper "BFLOAT16 - Hardware Numerics Definition", with subnormal numbers kept.

namespace attncheck {

enum class Storage { own, float32, bfloat16, float16 };  // own: the dtype itself, nothing is rounded

struct StorageInfo {
  const char* name;
  int precision;           // bits of significand
  double unit_roundoff;    // relative error of rounding to nearest; 0 for own
  double absolute_error;   // of rounding a number near zero: half the smallest subnormal; 0 for own
  double smallest_normal;  // 0 for own
  double largest;          // largest finite number; infinity for own
};
const StorageInfo& info(Storage storage);

/// x rounded to nearest, ties to even; what exceeds the largest number becomes infinite.
double round_to(Storage storage, double x);

}  // namespace attncheck
