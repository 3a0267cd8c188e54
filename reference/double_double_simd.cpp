// Compiled once for each processor type; the widest that the processor has is chosen when the program runs.
// Vectors of unknown length cannot be members of a struct.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "reference/double_double_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "reference/double_double.inl"
#include "reference/double_double_loops.inl"

HWY_BEFORE_NAMESPACE();
namespace attncheck {
namespace HWY_NAMESPACE {

#if HWY_NATIVE_FMA && HWY_HAVE_FLOAT64
namespace hn = hwy::HWY_NAMESPACE;

struct Lanes {
  using Tag = hn::CappedTag<double, 8>;
  using V = hn::Vec<Tag>;
  static constexpr std::size_t size = hn::MaxLanes(Tag());
  static HWY_INLINE V set(double x) { return hn::Set(Tag(), x); }
  static HWY_INLINE V load(const double* x) { return hn::Load(Tag(), x); }
  static HWY_INLINE void store(V x, double* to) { hn::Store(x, Tag(), to); }
  static HWY_INLINE V add(V a, V b) { return hn::Add(a, b); }
  static HWY_INLINE V add_beside(V a, V b) { return hn::MulAdd(a, hn::Set(Tag(), 1), b); }
  static HWY_INLINE V sub(V a, V b) { return hn::Sub(a, b); }
  static HWY_INLINE V mul(V a, V b) { return hn::Mul(a, b); }
  static HWY_INLINE V div(V a, V b) { return hn::Div(a, b); }
  static HWY_INLINE V fma(V a, V b, V c) { return hn::MulAdd(a, b, c); }
  static HWY_INLINE V fms(V a, V b, V c) { return hn::MulSub(a, b, c); }
  static HWY_INLINE V fnma(V a, V b, V c) { return hn::NegMulAdd(a, b, c); }
  static HWY_INLINE V abs(V a) { return hn::Abs(a); }
  static HWY_INLINE V max(V a, V b) { return hn::Max(a, b); }
  static HWY_INLINE V if_less(V a, V b, V yes, V no) { return hn::IfThenElse(hn::Lt(a, b), yes, no); }
  static HWY_INLINE V power_of_two(V x) {
    const hn::RebindToUnsigned<Tag> bits;
    return hn::BitCast(Tag(), hn::ShiftLeft<52>(hn::Add(hn::BitCast(bits, x), hn::Set(bits, 1023))));
  }
};
#else
using Lanes = OneLane;  // without fused multiplication and addition no product is exact
#endif

const DoubleDoubleKernels& kernels() {
  static const DoubleDoubleKernels all = loops<Lanes>(hwy::TargetName(HWY_TARGET));
  return all;
}

}  // namespace HWY_NAMESPACE
}  // namespace attncheck
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attncheck {

HWY_EXPORT(kernels);

const DoubleDoubleKernels& fastest_double_double() { return HWY_DYNAMIC_DISPATCH(kernels)(); }

std::vector<const DoubleDoubleKernels*> every_double_double() {
  std::vector<const DoubleDoubleKernels*> all = {&plain_double_double()};
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    all.push_back(&fastest_double_double());
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return all;
}

}  // namespace attncheck
#endif
