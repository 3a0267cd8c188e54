// Compiled once for every kind of processor by foreach_target.h, which includes this file again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/fma_peak.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "bench/fma_peak.h"
#include "reference/row_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace attncheck::bench {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, RowKernels::lanes>;

constexpr int steps = 20000;
constexpr int chains = 12;  // enough to hide the latency of two multiply-adds a cycle

double run() {
  const D tag;
  const auto a = hn::Set(tag, 0.5), b = hn::Set(tag, 1.0);
  // each chain begins elsewhere: the compiler would make one of equal ones
  const auto from = [&](double x) { return hn::Set(tag, x); };
  auto x0 = from(0), x1 = from(1), x2 = from(2), x3 = from(3), x4 = from(4), x5 = from(5), x6 = from(6), x7 = from(7);
  auto x8 = from(8), x9 = from(9), x10 = from(10), x11 = from(11);
  for (int step = 0; step < steps; ++step) {
    x0 = hn::MulAdd(x0, a, b);
    x1 = hn::MulAdd(x1, a, b);
    x2 = hn::MulAdd(x2, a, b);
    x3 = hn::MulAdd(x3, a, b);
    x4 = hn::MulAdd(x4, a, b);
    x5 = hn::MulAdd(x5, a, b);
    x6 = hn::MulAdd(x6, a, b);
    x7 = hn::MulAdd(x7, a, b);
    x8 = hn::MulAdd(x8, a, b);
    x9 = hn::MulAdd(x9, a, b);
    x10 = hn::MulAdd(x10, a, b);
    x11 = hn::MulAdd(x11, a, b);
  }
  const auto left = hn::Add(hn::Add(hn::Add(x0, x1), hn::Add(x2, x3)), hn::Add(x4, x5));
  const auto right = hn::Add(hn::Add(hn::Add(x6, x7), hn::Add(x8, x9)), hn::Add(x10, x11));
  return hn::GetLane(hn::SumOfLanes(tag, hn::Add(left, right)));
}

std::int64_t operations() { return std::int64_t{steps} * chains * static_cast<std::int64_t>(hn::Lanes(D())); }

}  // namespace HWY_NAMESPACE
}  // namespace attncheck::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attncheck::bench {
namespace {
HWY_EXPORT(run);
HWY_EXPORT(operations);
}  // namespace

double run_fma_peak() { return HWY_DYNAMIC_DISPATCH(run)(); }
std::int64_t fma_peak_operations() { return HWY_DYNAMIC_DISPATCH(operations)(); }

}  // namespace attncheck::bench
#endif
