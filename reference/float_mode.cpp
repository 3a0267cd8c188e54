#include "reference/float_mode.h"

#include <stdexcept>

namespace attncheck {
namespace {

bool rounds_to_nearest() {
  volatile double one = 1, half_step = 0x1p-53, more = 0x1.8p-53;
  return one + half_step == 1 && one + more == 1 + 0x1p-52 && -one - more == -1 - 0x1p-52;
}

bool keeps_subnormals() {
  volatile double normal = 0x1p-1022;
  volatile double subnormal = normal / 2;
  return subnormal > 0 && subnormal * 2 == normal;
}

}  // namespace

ExactFloatMode::ExactFloatMode() {
  std::fegetenv(&caller_);
  std::fesetenv(FE_DFL_ENV);
  if (rounds_to_nearest() && keeps_subnormals()) return;
  std::fesetenv(&caller_);
  throw std::runtime_error(
      "the processor does not round to nearest, or flushes subnormal numbers to zero: no radius of the reference would "
      "hold");
}

ExactFloatMode::~ExactFloatMode() { std::fesetenv(&caller_); }

}  // namespace attncheck
