// double_double.inl: arithmetic with pairs hi + lo of float64, about 106 bits, on any number of lanes.
// Included once for each processor type by double_double_*.cpp, after hwy/highway.h. L is a set of lanes: a type V of
// vectors and the float64 operations on them, each rounded to nearest. Errors are relative to the result, u = 2^-53,
// and hold while nothing overflows or becomes subnormal. Sources: Joldes, Muller, Popescu, Tight and rigorous error
// bounds for basic building blocks of double-word arithmetic; Muller, Rideau, Formalization of double-word arithmetic,
// and comments on that paper; Ogita, Rump, Oishi, Accurate sum and dot product.
#include <bit>
#include <cmath>
#include <cstdint>

#include "reference/double_double_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace attncheck {
namespace HWY_NAMESPACE {

struct OneLane {
  using V = double;
  static constexpr std::size_t size = 1;
  static HWY_INLINE V set(double x) { return x; }
  static HWY_INLINE V load(const double* x) { return *x; }
  static HWY_INLINE void store(V x, double* to) { *to = x; }
  static HWY_INLINE V add(V a, V b) { return a + b; }
  static HWY_INLINE V add_beside(V a, V b) { return a + b; }  // add, in another unit of the processor if there is one
  static HWY_INLINE V sub(V a, V b) { return a - b; }
  static HWY_INLINE V mul(V a, V b) { return a * b; }
  static HWY_INLINE V div(V a, V b) { return a / b; }
  static HWY_INLINE V fma(V a, V b, V c) { return std::fma(a, b, c); }
  static HWY_INLINE V fms(V a, V b, V c) { return std::fma(a, b, -c); }
  static HWY_INLINE V fnma(V a, V b, V c) { return std::fma(-a, b, c); }
  static HWY_INLINE V abs(V a) { return std::fabs(a); }
  static HWY_INLINE V max(V a, V b) { return a > b ? a : b; }
  static HWY_INLINE V if_less(V a, V b, V yes, V no) { return a < b ? yes : no; }
  // 2^k, k the integer in the lowest bits of x
  static HWY_INLINE V power_of_two(V x) {
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) + 1023) << 52);
  }
};

template <class L>
struct Pair {
  typename L::V hi;
  typename L::V lo;
};

template <class L>
HWY_INLINE Pair<L> set_pair(double hi, double lo) {
  return {L::set(hi), L::set(lo)};
}

/// hi + lo = a + b exactly.
template <class L>
HWY_INLINE Pair<L> two_sum(typename L::V a, typename L::V b) {
  const auto sum = L::add(a, b);
  const auto from_b = L::sub(sum, a);
  return {sum, L::add(L::sub(a, L::sub(sum, from_b)), L::sub(b, from_b))};
}

/// The same where |a| >= |b|, or a is 0.
template <class L>
HWY_INLINE Pair<L> fast_two_sum(typename L::V a, typename L::V b) {
  const auto sum = L::add(a, b);
  return {sum, L::sub(b, L::sub(sum, a))};
}

/// hi + lo = a b exactly, while no bit of it is below 2^-1074; within 2^-1075 otherwise.
template <class L>
HWY_INLINE Pair<L> two_product(typename L::V a, typename L::V b) {
  const auto product = L::mul(a, b);
  return {product, L::fms(a, b, product)};
}

/// Within 4 u^2 (AccurateDWPlusDW); exact where the sum is 0.
template <class L>
HWY_INLINE Pair<L> add(Pair<L> a, Pair<L> b) {
  const auto high = two_sum<L>(a.hi, b.hi);
  const auto low = two_sum<L>(a.lo, b.lo);
  const auto sum = fast_two_sum<L>(high.hi, L::add(high.lo, low.hi));
  return fast_two_sum<L>(sum.hi, L::add(low.lo, sum.lo));
}

/// Within 5 u^2 where |b| <= |a| / 4: two roundings, of at most u (|a| + |b|) and u (|a + b| + |a| + |b|).
template <class L>
HWY_INLINE Pair<L> add_smaller(Pair<L> a, Pair<L> b) {
  const auto high = fast_two_sum<L>(a.hi, b.hi);
  return fast_two_sum<L>(high.hi, L::add(high.lo, L::add(a.lo, b.lo)));
}

/// Within 7 u^2 (DWTimesDW2; 5 u^2 in the papers): a.lo b.lo is left out, and the roundings act on u, 2 u and 3 u |a
/// b|.
template <class L>
HWY_INLINE Pair<L> mul(Pair<L> a, Pair<L> b) {
  const auto high = two_product<L>(a.hi, b.hi);
  const auto low = L::fma(a.lo, b.hi, L::mul(a.hi, b.lo));
  return fast_two_sum<L>(high.hi, L::add(high.lo, low));
}

/// Within 5 u^2: a.lo^2 is left out, and one rounding acts on 3 u |a|^2.
template <class L>
HWY_INLINE Pair<L> square(Pair<L> a) {
  const auto high = two_product<L>(a.hi, a.hi);
  return fast_two_sum<L>(high.hi, L::fma(L::add(a.hi, a.hi), a.lo, high.lo));
}

template <class L>
HWY_INLINE Pair<L> times_power_of_two(Pair<L> a, typename L::V power) {
  return {L::mul(a.hi, power), L::mul(a.lo, power)};
}

// (e^r - 1) for |r| <= 0.0055: r + r^2 (1/2! + r/3! + ... + r^9/11!), from 1/7! on in float64.
template <class L>
HWY_INLINE Pair<L> expm1_small(Pair<L> r) {
  auto tail = L::set(1.0 / 39916800);
  for (const double factorial : {3628800.0, 362880.0, 40320.0, 5040.0})
    tail = L::fma(tail, r.hi, L::set(1 / factorial));
  auto sum = fast_two_sum<L>(L::set(0x1.6c16c16c16c17p-10), L::mul(tail, r.hi));
  sum.lo = L::add(sum.lo, L::set(-0x1.f49f49f49f49fp-65));
  sum = add_smaller<L>(set_pair<L>(0x1.1111111111111p-7, 0x1.1111111111111p-63), mul<L>(sum, r));
  sum = add_smaller<L>(set_pair<L>(0x1.5555555555555p-5, 0x1.5555555555555p-59), mul<L>(sum, r));
  sum = add_smaller<L>(set_pair<L>(0x1.5555555555555p-3, 0x1.5555555555555p-57), mul<L>(sum, r));
  sum = add_smaller<L>(set_pair<L>(0.5, 0), mul<L>(sum, r));
  return add_smaller<L>(r, mul<L>(sum, square<L>(r)));
}

// x - k log 2, within 2^-105, for k the integer next to x / log 2, |k| <= 1001. The parts of log 2 have 42 and 40 bits,
// so that k times them is exact; so is x.hi - k part, a multiple of 2^-54 below 1/2.
template <class L>
HWY_INLINE Pair<L> reduce(Pair<L> x, typename L::V k) {
  const auto high = two_sum<L>(L::fnma(k, L::set(0x1.62e42fefa38p-1), x.hi), x.lo);
  const auto sum = two_sum<L>(high.hi, L::fnma(k, L::set(0x1.ef35793c76p-45), L::set(0)));
  const auto low = L::fnma(k, L::set(0x1.cc01f97b57a08p-87), L::add(high.lo, sum.lo));
  return two_sum<L>(sum.hi, low);
}

/// exp(x) for x <= 0 within 2^-100, and exactly 1 for 0; `least`, which is at least 2^-1000, where it is below that.
/// The low part may lose what is below 2^-1074. Proof: docs/error-bounds.md.
template <class L>
HWY_INLINE Pair<L> exp(Pair<L> x, typename L::V least) {
  const auto lowest = L::set(-694);  // exp of it is below 2^-1001
  const Pair<L> clamped = {L::max(x.hi, lowest), L::if_less(x.hi, lowest, L::set(0), x.lo)};
  const auto rounder = L::set(0x1.8p52);
  const auto shifted = L::add(L::mul(clamped.hi, L::set(0x1.71547652b82fep+0)), rounder);
  const auto r = reduce<L>(clamped, L::sub(shifted, rounder));
  auto p = expm1_small<L>(times_power_of_two<L>(r, L::set(0x1p-6)));
  for (int doubling = 0; doubling < 6; ++doubling)  // e^2r - 1 = 2 (e^r - 1) + (e^r - 1)^2
    p = add_smaller<L>(times_power_of_two<L>(p, L::set(2)), square<L>(p));
  const auto e = times_power_of_two<L>(add_smaller<L>(set_pair<L>(1, 0), p), L::power_of_two(shifted));
  return {L::if_less(e.hi, least, least, e.hi), L::if_less(e.hi, least, L::set(0), e.lo)};
}

}  // namespace HWY_NAMESPACE
}  // namespace attncheck
HWY_AFTER_NAMESPACE();
