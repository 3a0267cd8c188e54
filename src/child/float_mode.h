#pragma once
// float_mode.h: the floating-point environment a call starts in, and how the call left it.
// Used by the child around every call. Source: IEEE 754-2019, 4.3; Intel SDM vol. 1, 10.2.3 (MXCSR); Arm ARM, FPCR.
#include <cfenv>
#include <cstdint>
#include <string>

namespace attncheck {

/// Round to nearest, subnormals kept, exceptions masked.
inline void reset_float_mode() { std::fesetenv(FE_DFL_ENV); }

namespace float_mode {

inline void add(std::string& text, bool condition, const char* words) {
  if (condition) text += std::string(text.empty() ? "" : ", ") + words;
}

inline const char* rounding_name() {
  switch (std::fegetround()) {
    case FE_UPWARD:
      return "rounding mode left at upward";
    case FE_DOWNWARD:
      return "rounding mode left at downward";
    case FE_TOWARDZERO:
      return "rounding mode left at toward zero";
    default:
      return "rounding mode left at an unknown value";
  }
}

/// The control bits that decide results, without the flags of exceptions that happened.
inline std::uint32_t vector_control() {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr() & ~0x3fU;
#elif defined(__aarch64__)
  std::uint64_t control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return static_cast<std::uint32_t>(control);
#else
  return 0;
#endif
}

inline std::uint16_t x87_control() {
#if defined(__x86_64__)
  std::uint16_t control = 0;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  return control;
#else
  return 0;
#endif
}

}  // namespace float_mode

/// Empty when the environment is as reset_float_mode() leaves it, otherwise what differs.
inline std::string float_mode_change() {
  std::string text;
  const std::uint32_t control = float_mode::vector_control();
  [[maybe_unused]] const std::uint16_t x87 = float_mode::x87_control();
#if defined(__x86_64__)
  if (control == 0x1f80 && x87 == 0x037f) return text;
  float_mode::add(text, (control & 0x8000) != 0, "flush-to-zero left on");
  float_mode::add(text, (control & 0x0040) != 0, "denormals-are-zero left on");
  float_mode::add(text, (control & 0x6000) != 0 || std::fegetround() != FE_TONEAREST, float_mode::rounding_name());
  float_mode::add(text, (control & 0x1f80) != 0x1f80 || (x87 & 0x3f) != 0x3f,
                  "floating-point exceptions left unmasked");
  float_mode::add(text, (x87 & 0x0300) != 0x0300, "x87 precision left reduced");
#elif defined(__aarch64__)
  if (control == 0) return text;
  float_mode::add(text, (control & (1U << 24)) != 0, "flush-to-zero left on");
  float_mode::add(text, std::fegetround() != FE_TONEAREST, float_mode::rounding_name());
#else
  float_mode::add(text, control != 0 || std::fegetround() != FE_TONEAREST, float_mode::rounding_name());
#endif
  if (text.empty()) text = "floating-point control register left changed";
  return text;
}

}  // namespace attncheck
