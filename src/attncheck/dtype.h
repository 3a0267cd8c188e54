#pragma once
// dtype.h: the floating-point types a subject may compute in.
// Used by everybody. Values of every dtype are carried as double, which holds each of them exactly.
// Source: IEEE 754-2019, binary32 and binary64.
#include <optional>
#include <string_view>

namespace attncheck {

enum class DType { float32, float64 };

/// The constants of a dtype that bounds and generators need.
struct DTypeInfo {
  std::string_view name;      // "float32"
  int precision;              // bits of the significand, the hidden one included
  double unit_roundoff;       // u = 2^-precision
  double largest;             // largest finite number
  double smallest_normal;     // smallest positive normal number
  double smallest_subnormal;  // smallest positive number
};

const DTypeInfo& info(DType dtype);

/// The dtype called `name`, or nothing when there is none.
std::optional<DType> parse_dtype(std::string_view name);

/// `value` rounded to nearest, ties to even; overflow becomes an infinity.
double round_to(DType dtype, double value);

}  // namespace attncheck
