// Right for this call; what the caller computes afterwards is not.
#include <cfenv>
#include <cstdint>

#include "attncheck/fault.h"
using namespace attncheck;

static void flush_to_zero() {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);
#elif defined(__aarch64__)
  std::uint64_t control = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | (std::uint64_t{1} << 24)));
#else
  std::fesetround(FE_UPWARD);  // no such mode here: the nearest that is left on
#endif
}

ATTNCHECK_FAULT(conduct, leaves_flush_to_zero_on, "flush-to-zero is switched on and left on") {
  steps.whole = [](const Steps&, const Problem& problem) {
    const Tensor output = run_steps(right_steps(), problem);
    flush_to_zero();
    return output;
  };
  card.exposed_by = "a look at the floating-point mode after the call";
  card.noticed_by = {"conduct/same_answer_twice"};
  card.effect = Effect::mode_changed;
  card.shows_on = [] { return make_problem({1, 1, 1}, DType::float32, false); };
}
