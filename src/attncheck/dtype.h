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

/// A type of fewer bits than the dtype, in which a subject keeps some of its numbers: float16, bfloat16, ...
struct NarrowType {
  std::string_view name;
  int precision;           // bits of the significand, the hidden one included
  double smallest_normal;  // smallest positive normal number; below it numbers are as far apart as just above it
  double largest;          // largest finite number
};

/// The same; infinities and NaN stay.
double round_to(const NarrowType& type, double value);

}  // namespace attncheck
