#include "reference/storage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attncheck {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array infos = {StorageInfo{"own", 53, 0, 0, 0, infinity},
                              StorageInfo{"float32", 24, 0x1p-24, 0x1p-150, 0x1p-126, 0x1.fffffep+127},
                              StorageInfo{"bfloat16", 8, 0x1p-8, 0x1p-134, 0x1p-126, 0x1.fep+127},
                              StorageInfo{"float16", 11, 0x1p-11, 0x1p-25, 0x1p-14, 65504}};

}  // namespace

const StorageInfo& info(Storage storage) { return infos[static_cast<std::size_t>(storage)]; }

double round_to(Storage storage, double x) {
  const StorageInfo& type = info(storage);
  if (storage == Storage::own || x == 0 || !std::isfinite(x)) return x;
  const int exponent = std::max(std::ilogb(x), std::ilogb(type.smallest_normal));
  const double step = std::ldexp(1.0, exponent - type.precision + 1);
  const double rounded = std::nearbyint(x / step) * step;
  return std::fabs(rounded) > type.largest ? std::copysign(infinity, x) : rounded;
}

}  // namespace attncheck
