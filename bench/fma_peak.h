#pragma once
// fma_peak.h: the most float64 multiply-adds one core can do, on the registers that the reference's loops use.
// Used by the table: what part of it the full bound reaches. Errors: none.
#include <cstdint>

namespace attncheck::bench {

/// Multiply-adds that one call of run_fma_peak makes, one a lane.
std::int64_t fma_peak_operations();

/// Nothing but independent multiply-adds. The result keeps the compiler from dropping them.
double run_fma_peak();

}  // namespace attncheck::bench
