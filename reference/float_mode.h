#pragma once
// float_mode.h: the floating-point mode in which every radius of the reference holds: round to nearest, subnormal
// numbers kept, no trap. Used by the oracle around everything it computes: a subject in the same process may have left
// another mode behind. Errors: std::runtime_error when the processor cannot be brought into it.
// Source: IEEE 754-2019, 4.3.1 and 7.5; C17, 7.6.4.
#include <cfenv>

namespace attncheck {

/// In it while it lives; the caller's mode and flags are back afterwards.
class ExactFloatMode {
 public:
  ExactFloatMode();
  ~ExactFloatMode();
  ExactFloatMode(const ExactFloatMode&) = delete;
  ExactFloatMode& operator=(const ExactFloatMode&) = delete;

 private:
  std::fenv_t caller_;
};

}  // namespace attncheck
