#include "attncheck/dtype.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attncheck {
namespace {

constexpr DTypeInfo float32_info{"float32", 24, 0x1p-24, 0x1.fffffep127, 0x1p-126, 0x1p-149};
constexpr DTypeInfo float64_info{"float64", 53, 0x1p-53, 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074};

}  // namespace

const DTypeInfo& info(DType dtype) { return dtype == DType::float32 ? float32_info : float64_info; }

std::optional<DType> parse_dtype(std::string_view name) {
  for (const DType dtype : {DType::float32, DType::float64})
    if (info(dtype).name == name) return dtype;
  return std::nullopt;
}

double round_to(DType dtype, double value) {
  return dtype == DType::float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

double round_to(const NarrowType& type, double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int least = std::ilogb(type.smallest_normal) - type.precision + 1;
  const int last_bit = std::max(std::ilogb(value) - type.precision + 1, least);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last_bit)), last_bit);
  const bool overflows = std::abs(rounded) > type.largest;
  return overflows ? std::copysign(std::numeric_limits<double>::infinity(), value) : rounded;
}

}  // namespace attncheck
