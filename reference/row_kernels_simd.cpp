// Compiled once for every kind of processor by foreach_target.h, which includes this file again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "reference/row_kernels_simd.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "reference/row_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace attncheck {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, RowKernels::lanes>;
using V = hn::Vec<D>;

double sum_of(V x) { return hn::GetLane(hn::SumOfLanes(D(), x)); }

void dots(const double* query, const double* keys, std::size_t stride, std::size_t d, std::size_t n, double* dot,
          double* magnitude) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t j = 0; j < n; j += 2 * lanes) {
    const bool two = j + lanes < n;
    const std::size_t next = two ? j + lanes : j;
    V dot0 = hn::Zero(tag), dot1 = dot0, size0 = dot0, size1 = dot0;
    for (std::size_t k = 0; k < d; ++k) {
      const V q = hn::Set(tag, query[k]), size = hn::Abs(q);
      const V key0 = hn::LoadU(tag, keys + k * stride + j), key1 = hn::LoadU(tag, keys + k * stride + next);
      dot0 = hn::MulAdd(q, key0, dot0);
      dot1 = hn::MulAdd(q, key1, dot1);
      size0 = hn::MulAdd(size, hn::Abs(key0), size0);
      size1 = hn::MulAdd(size, hn::Abs(key1), size1);
    }
    hn::StoreU(dot1, tag, dot + next);
    hn::StoreU(size1, tag, magnitude + next);
    hn::StoreU(dot0, tag, dot + j);
    hn::StoreU(size0, tag, magnitude + j);
  }
}

// x = k ln 2 + r with |r| <= ln(2)/2 + 2^-40; exp(r) by its Taylor polynomial of degree 13. Precondition -700 < x <= 0.
V exp_of(V x) {
  const D tag;
  const V k = hn::Round(hn::Mul(x, hn::Set(tag, 1.4426950408889634)));
  // the upper part of ln 2 has 32 bits, so that its product with k, of at most 10 bits, is exact
  V r = hn::Sub(x, hn::Mul(k, hn::Set(tag, 0x1.62e42feep-1)));
  r = hn::Sub(r, hn::Mul(k, hn::Set(tag, 0x1.a39ef35793c76p-33)));
  V p = hn::Set(tag, 1.0 / 6227020800.0);
  for (const double coefficient : {1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
                                   1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0})
    p = hn::MulAdd(p, r, hn::Set(tag, coefficient));
  const hn::RebindToSigned<D> integers;
  const auto exponent = hn::ShiftLeft<52>(hn::Add(hn::ConvertTo(integers, k), hn::Set(integers, 1023)));
  return hn::Mul(p, hn::BitCast(tag, exponent));
}

double exponentials(const double* x, double shift, double least, std::size_t n, double* e) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  const V top = hn::Set(tag, shift), floor = hn::Set(tag, least), lowest = hn::Set(tag, -699.0);
  V sum = hn::Zero(tag);
  for (std::size_t j = 0; j < n; j += lanes) {
    const V difference = hn::Sub(hn::LoadU(tag, x + j), top);
    const V clamped = hn::Max(difference, lowest);
    const V found = hn::IfThenElse(hn::Lt(difference, lowest), floor, hn::Max(floor, exp_of(clamped)));
    hn::StoreU(found, tag, e + j);
    sum = hn::Add(sum, hn::IfThenElseZero(hn::FirstN(tag, n - j), found));
  }
  return sum_of(sum);
}

void weighted_sum(const double* weights, const double* values, std::size_t n, std::size_t columns, double* sum) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t c = 0;
  for (; c + 4 * lanes <= columns; c += 4 * lanes) {
    V s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0;
    for (std::size_t j = 0; j < n; ++j) {
      const V w = hn::Set(tag, weights[j]);
      const double* value = values + j * columns + c;
      s0 = hn::MulAdd(w, hn::LoadU(tag, value), s0);
      s1 = hn::MulAdd(w, hn::LoadU(tag, value + lanes), s1);
      s2 = hn::MulAdd(w, hn::LoadU(tag, value + 2 * lanes), s2);
      s3 = hn::MulAdd(w, hn::LoadU(tag, value + 3 * lanes), s3);
    }
    hn::StoreU(s0, tag, sum + c);
    hn::StoreU(s1, tag, sum + c + lanes);
    hn::StoreU(s2, tag, sum + c + 2 * lanes);
    hn::StoreU(s3, tag, sum + c + 3 * lanes);
  }
  for (; c + lanes <= columns; c += lanes) {
    V s = hn::Zero(tag);
    for (std::size_t j = 0; j < n; ++j)
      s = hn::MulAdd(hn::Set(tag, weights[j]), hn::LoadU(tag, values + j * columns + c), s);
    hn::StoreU(s, tag, sum + c);
  }
  for (; c < columns; ++c) {
    double s = 0;
    for (std::size_t j = 0; j < n; ++j) s += weights[j] * values[j * columns + c];
    sum[c] = s;
  }
}

void spreads(const double* a, const double* b, const double* w, const double* values, const double* centre,
             std::size_t n, std::size_t columns, double* first, double* second, double* size) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t c = 0;
  for (; c + 2 * lanes <= columns; c += 2 * lanes) {
    const V o0 = hn::LoadU(tag, centre + c), o1 = hn::LoadU(tag, centre + c + lanes);
    V s0 = hn::Zero(tag), s1 = s0, t0 = s0, t1 = s0, z0 = s0, z1 = s0;
    for (std::size_t j = 0; j < n; ++j) {
      const V p = hn::Set(tag, a[j]), q = hn::Set(tag, b[j]), e = hn::Set(tag, w[j]);
      const V v0 = hn::LoadU(tag, values + j * columns + c), v1 = hn::LoadU(tag, values + j * columns + c + lanes);
      const V apart0 = hn::Abs(hn::Sub(v0, o0)), apart1 = hn::Abs(hn::Sub(v1, o1));
      s0 = hn::MulAdd(p, apart0, s0);
      s1 = hn::MulAdd(p, apart1, s1);
      t0 = hn::MulAdd(q, apart0, t0);
      t1 = hn::MulAdd(q, apart1, t1);
      z0 = hn::MulAdd(e, hn::Abs(v0), z0);
      z1 = hn::MulAdd(e, hn::Abs(v1), z1);
    }
    hn::StoreU(s0, tag, first + c);
    hn::StoreU(s1, tag, first + c + lanes);
    hn::StoreU(t0, tag, second + c);
    hn::StoreU(t1, tag, second + c + lanes);
    hn::StoreU(z0, tag, size + c);
    hn::StoreU(z1, tag, size + c + lanes);
  }
  for (; c < columns; ++c) {
    double s = 0, t = 0, z = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double value = values[j * columns + c];
      const double apart = std::fabs(value - centre[c]);
      s += a[j] * apart;
      t += b[j] * apart;
      z += w[j] * std::fabs(value);
    }
    first[c] = s;
    second[c] = t;
    size[c] = z;
  }
}

RowKernels row_kernels() { return {hwy::TargetName(HWY_TARGET), &dots, &exponentials, &weighted_sum, &spreads}; }

}  // namespace HWY_NAMESPACE
}  // namespace attncheck
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attncheck {
namespace {
HWY_EXPORT(row_kernels);
}  // namespace

const RowKernels& simd_kernels() {
  static const RowKernels chosen = HWY_DYNAMIC_DISPATCH(row_kernels)();
  return chosen;
}

}  // namespace attncheck
#endif
