// Compiled once for every kind of processor by foreach_target.h, which includes this file again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "reference/row_kernels_simd.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "reference/row_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace attncheck {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, RowKernels::lanes>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

double sum_of(V x) { return hn::GetLane(hn::SumOfLanes(D(), x)); }
double max_of(V x) { return hn::GetLane(hn::MaxOfLanes(D(), x)); }

// The first `count` numbers, then zeros; nothing behind them is read.
V load_some(const double* from, M some, std::size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
  static_cast<void>(some);
  HWY_ALIGN double copy[RowKernels::lanes] = {};
  std::copy_n(from, count, copy);
  return hn::Load(D(), copy);
#else
  static_cast<void>(count);
  return hn::MaskedLoad(some, D(), from);
#endif
}

void store_four(V x0, V x1, V x2, V x3, double* to) {
  const std::size_t lanes = hn::Lanes(D());
  hn::StoreU(x0, D(), to);
  hn::StoreU(x1, D(), to + lanes);
  hn::StoreU(x2, D(), to + 2 * lanes);
  hn::StoreU(x3, D(), to + 3 * lanes);
}

// A product is exact, or one rounding that is counted; without MulAdd its second operand is loaded once.
void add_product(V a, V b, V& sum, V& size) {
  const V product = hn::Mul(a, b);
  sum = hn::Add(sum, product);
  size = hn::Add(size, hn::Abs(product));
}

// Of registers first .. first + 3 of a block.
void dots_of_four(const double* query, const double* key, std::size_t d, double* dot, double* magnitude) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  V dot0 = hn::Zero(tag), dot1 = dot0, dot2 = dot0, dot3 = dot0, size0 = dot0, size1 = dot0, size2 = dot0, size3 = dot0;
  for (std::size_t k = 0; k < d; ++k, key += RowKernels::block) {
    const V q = hn::Set(tag, query[k]);
    add_product(q, hn::LoadU(tag, key), dot0, size0);
    add_product(q, hn::LoadU(tag, key + lanes), dot1, size1);
    add_product(q, hn::LoadU(tag, key + 2 * lanes), dot2, size2);
    add_product(q, hn::LoadU(tag, key + 3 * lanes), dot3, size3);
  }
  store_four(dot0, dot1, dot2, dot3, dot);
  store_four(size0, size1, size2, size3, magnitude);
}

void dots_of_one(const double* query, const double* key, std::size_t d, double* dot, double* magnitude) {
  const D tag;
  V dot0 = hn::Zero(tag), dot1 = dot0, size0 = dot0, size1 = dot0;
  std::size_t k = 0;
  for (; k + 1 < d; k += 2, key += 2 * RowKernels::block) {
    add_product(hn::Set(tag, query[k]), hn::LoadU(tag, key), dot0, size0);
    add_product(hn::Set(tag, query[k + 1]), hn::LoadU(tag, key + RowKernels::block), dot1, size1);
  }
  if (k < d) add_product(hn::Set(tag, query[k]), hn::LoadU(tag, key), dot0, size0);
  hn::StoreU(hn::Add(dot0, dot1), tag, dot);
  hn::StoreU(hn::Add(size0, size1), tag, magnitude);
}

void dots(const double* query, const double* keys, std::size_t d, std::size_t n, double* dot, double* magnitude) {
  constexpr std::size_t block = RowKernels::block;
  const std::size_t lanes = hn::Lanes(D());
  for (std::size_t j = 0; j < n;) {
    const double* key = keys + j / block * block * d + j % block;
    const bool four = j % block + 4 * lanes <= block && j + 3 * lanes < n;
    (four ? dots_of_four : dots_of_one)(query, key, d, dot + j, magnitude + j);
    j += four ? 4 * lanes : lanes;
  }
}

double scale(double* dot, double* magnitude, double root, double factor, std::size_t n) {
  const D tag;
  const V divisor = hn::Set(tag, root), times = hn::Set(tag, factor), least = hn::Set(tag, -INFINITY);
  V largest = least;
  for (std::size_t j = 0; j < n; j += hn::Lanes(tag)) {
    const V logit = hn::Div(hn::LoadU(tag, dot + j), divisor);
    hn::StoreU(logit, tag, dot + j);
    hn::StoreU(hn::Mul(hn::LoadU(tag, magnitude + j), times), tag, magnitude + j);
    largest = hn::Max(largest, hn::IfThenElse(hn::FirstN(tag, n - j), logit, least));
  }
  return max_of(largest);
}

// Without its lowest set bit of fraction a number is smaller by that bit; without a fraction it is one bit itself.
V lowest_bit(V x) {
  const D tag;
  const hn::RebindToUnsigned<D> integers;
  const auto bits = hn::BitCast(integers, x);
  const auto fraction = hn::And(bits, hn::Set(integers, 0xfffffffffffffULL));
  const V without = hn::BitCast(tag, hn::And(bits, hn::Sub(bits, hn::Set(integers, 1))));
  const V found = hn::IfThenElse(hn::RebindMask(tag, hn::Eq(fraction, hn::Zero(integers))), x, hn::Sub(x, without));
  return hn::IfThenElse(hn::Eq(x, hn::Zero(tag)), hn::Set(tag, INFINITY), hn::Abs(found));
}

bool grids(double query_bit, const double* key_bit, double element_bit, const double* key, std::size_t stride,
           const double* magnitude, double units, double smallest, std::size_t n, double* inexact) {
  constexpr std::size_t block = RowKernels::block;
  const D tag;
  const V query = hn::Set(tag, query_bit), element = hn::Set(tag, element_bit);
  const V most = hn::Set(tag, units), least = hn::Set(tag, smallest);
  const auto fits = [&](V grid, V size) { return hn::And(hn::Ge(grid, least), hn::Lt(size, hn::Mul(grid, most))); };
  const V one = hn::Set(tag, 1.0), two = hn::Set(tag, 2.0);
  V apart = hn::Zero(tag);
  for (std::size_t j = 0; j < n; j += hn::Lanes(tag)) {
    const V size = hn::LoadU(tag, magnitude + j), x = hn::LoadU(tag, key + j / block * stride + j % block);
    const M exact = fits(hn::Mul(query, hn::LoadU(tag, key_bit + j)), size);
    const M open = fits(hn::Mul(element, lowest_bit(x)), size);
    const V found = hn::IfThenElse(exact, hn::Zero(tag), hn::IfThenElse(open, two, one));
    hn::StoreU(found, tag, inexact + j);
    apart = hn::Max(apart, hn::IfThenElseZero(hn::FirstN(tag, n - j), hn::Abs(hn::Sub(found, one))));
  }
  return max_of(apart) == 0;
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

double tier_errors(const ErrorSteps& steps, const KeyErrors& keys, std::size_t n, ErrorSums& sums) {
  const D tag;
  const V margin = hn::Set(tag, 1 + 1e-10), dot = hn::Set(tag, steps.tier_dot);
  const V quotient = hn::Set(tag, steps.tier_quotient), unit = hn::Set(tag, steps.tier_unit);
  const V top = hn::Set(tag, steps.max_logit + 4);
  V most = hn::Zero(tag), worst = most;
  for (std::size_t j = 0; j < n; j += hn::Lanes(tag)) {
    const V logit = hn::LoadU(tag, keys.logit + j);
    const V products = hn::Mul(hn::LoadU(tag, keys.inexact + j), hn::LoadU(tag, keys.magnitude + j));
    const V error = hn::Mul(hn::MulAdd(dot, products, hn::Mul(quotient, hn::Abs(logit))), margin);
    const V weight = hn::Mul(hn::MulAdd(unit, hn::Sub(top, logit), error), margin);
    hn::StoreU(error, tag, keys.logit_error + j);
    hn::StoreU(weight, tag, keys.weight_error + j);
    const M some = hn::FirstN(tag, n - j);
    most = hn::Max(most, hn::IfThenElseZero(some, error));
    worst = hn::Max(worst, hn::IfThenElseZero(some, weight));
  }
  sums.worst_weight_error = max_of(worst);
  return max_of(most);
}

double own_errors(const ErrorSteps& steps, const KeyErrors& keys, std::size_t n, double most_error) {
  const D tag;
  const V margin = hn::Set(tag, 1 + 1e-10), top = hn::Set(tag, steps.max_logit), added = hn::Set(tag, steps.added);
  const V sums = hn::Set(tag, steps.sums), products = hn::Set(tag, steps.products), most = hn::Set(tag, most_error);
  const V logit_step = hn::Set(tag, steps.logit), scale_step = hn::Set(tag, steps.scale);
  V most_own = hn::Zero(tag);
  for (std::size_t j = 0; j < n; j += hn::Lanes(tag)) {
    const V logit = hn::LoadU(tag, keys.logit + j), magnitude = hn::LoadU(tag, keys.magnitude + j);
    const V size = hn::Abs(logit);
    const V apart = hn::Add(hn::Sub(top, logit), hn::Add(hn::LoadU(tag, keys.logit_error + j), most));
    const V gap = hn::Mul(apart, margin);
    const V dot = hn::MulAdd(sums, hn::Add(magnitude, size), hn::Mul(products, magnitude));
    const V rest = hn::MulAdd(logit_step, size, hn::MulAdd(scale_step, gap, added));
    const V own = hn::MulAdd(hn::LoadU(tag, keys.inexact + j), dot, rest);
    hn::StoreU(gap, tag, keys.gap + j);
    hn::StoreU(own, tag, keys.change + j);
    most_own = hn::Max(most_own, hn::IfThenElseZero(hn::FirstN(tag, n - j), own));
  }
  return max_of(most_own);
}

ErrorSums errors(const ErrorSteps& steps, const KeyErrors& keys, std::size_t n) {
  const D tag;
  ErrorSums sums{0, 0, 0};
  const double most = tier_errors(steps, keys, n, sums);
  const double most_own = own_errors(steps, keys, n, most);
  const V unit = hn::Set(tag, steps.unit), common = hn::Set(tag, steps.unit * most_own + steps.exp);
  const V half = hn::Set(tag, 0.5), one = hn::Set(tag, 1.0);
  V change = hn::Zero(tag), least = change;
  for (std::size_t j = 0; j < n; j += hn::Lanes(tag)) {
    const V own = hn::LoadU(tag, keys.change + j), tier = hn::LoadU(tag, keys.weight_error + j);
    const V difference = hn::MulAdd(unit, hn::Add(hn::LoadU(tag, keys.gap + j), own), common);
    const V x = hn::Add(hn::Add(own, tier), difference);
    const V e = hn::IfThenElseZero(hn::FirstN(tag, n - j), hn::LoadU(tag, keys.exponential + j));
    const V moved = hn::Mul(e, hn::MulAdd(hn::Mul(x, x), half, x));
    hn::StoreU(moved, tag, keys.change + j);
    change = hn::Add(change, moved);
    least = hn::MulAdd(e, hn::Min(one, hn::MulAdd(x, x, hn::Sub(one, x))), least);
  }
  sums.change = sum_of(change);
  sums.least = sum_of(least);
  return sums;
}

void average_of_four(const double* weights, V divisor, const double* values, std::size_t n, std::size_t columns,
                     double* mean, double* size) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  V s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0, z0 = s0, z1 = s0, z2 = s0, z3 = s0;
  for (std::size_t j = 0; j < n; ++j) {
    const V w = hn::Set(tag, weights[j]);
    const double* value = values + j * columns;
    add_product(w, hn::LoadU(tag, value), s0, z0);
    add_product(w, hn::LoadU(tag, value + lanes), s1, z1);
    add_product(w, hn::LoadU(tag, value + 2 * lanes), s2, z2);
    add_product(w, hn::LoadU(tag, value + 3 * lanes), s3, z3);
  }
  store_four(hn::Div(s0, divisor), hn::Div(s1, divisor), hn::Div(s2, divisor), hn::Div(s3, divisor), mean);
  store_four(z0, z1, z2, z3, size);
}

void average(const double* weights, double sum, const double* values, std::size_t n, std::size_t columns, double* mean,
             double* size) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  const V divisor = hn::Set(tag, sum);
  std::size_t c = 0;
  for (; c + 4 * lanes <= columns; c += 4 * lanes)
    average_of_four(weights, divisor, values + c, n, columns, mean + c, size + c);
  for (; c < columns; c += lanes) {
    V s0 = hn::Zero(tag), s1 = s0, z0 = s0, z1 = s0;
    const double* value = values + c;
    std::size_t j = 0;
    for (; j + 1 < n; j += 2) {
      add_product(hn::Set(tag, weights[j]), hn::LoadU(tag, value + j * columns), s0, z0);
      add_product(hn::Set(tag, weights[j + 1]), hn::LoadU(tag, value + (j + 1) * columns), s1, z1);
    }
    if (j < n) add_product(hn::Set(tag, weights[j]), hn::LoadU(tag, value + j * columns), s0, z0);
    hn::StoreU(hn::Div(hn::Add(s0, s1), divisor), tag, mean + c);
    hn::StoreU(hn::Add(z0, z1), tag, size + c);
  }
}

V add_distance(V change, V value, V centre, V spread) {
  return hn::MulAdd(change, hn::Abs(hn::Sub(value, centre)), spread);
}

void spreads_of_eight(const double* change, const double* values, const double* centre, std::size_t n,
                      std::size_t columns, double* spread) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto at = [&](const double* from, std::size_t k) { return hn::LoadU(D(), from + k * lanes); };
  const V o0 = at(centre, 0), o1 = at(centre, 1), o2 = at(centre, 2), o3 = at(centre, 3);
  const V o4 = at(centre, 4), o5 = at(centre, 5), o6 = at(centre, 6), o7 = at(centre, 7);
  V s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (std::size_t j = 0; j < n; ++j) {
    const V p = hn::Set(tag, change[j]);
    const double* value = values + j * columns;
    s0 = add_distance(p, at(value, 0), o0, s0);
    s1 = add_distance(p, at(value, 1), o1, s1);
    s2 = add_distance(p, at(value, 2), o2, s2);
    s3 = add_distance(p, at(value, 3), o3, s3);
    s4 = add_distance(p, at(value, 4), o4, s4);
    s5 = add_distance(p, at(value, 5), o5, s5);
    s6 = add_distance(p, at(value, 6), o6, s6);
    s7 = add_distance(p, at(value, 7), o7, s7);
  }
  store_four(s0, s1, s2, s3, spread);
  store_four(s4, s5, s6, s7, spread + 4 * lanes);
}

void spreads(const double* change, const double* values, const double* centre, std::size_t n, std::size_t columns,
             double* spread) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t c = 0;
  for (; c + 8 * lanes <= columns; c += 8 * lanes)
    spreads_of_eight(change, values + c, centre + c, n, columns, spread + c);
  for (; c < columns; c += lanes) {
    const V o = hn::LoadU(tag, centre + c);
    V s0 = hn::Zero(tag), s1 = s0;
    const auto add = [&](std::size_t j, V s) {
      return add_distance(hn::Set(tag, change[j]), hn::LoadU(tag, values + j * columns + c), o, s);
    };
    std::size_t j = 0;
    for (; j + 1 < n; j += 2) {
      s0 = add(j, s0);
      s1 = add(j + 1, s1);
    }
    if (j < n) s0 = add(j, s0);
    hn::StoreU(hn::Add(s0, s1), tag, spread + c);
  }
}

V capped(V x, V most) { return hn::IfThenElse(hn::Lt(x, most), x, most); }  // most also where x is not a number

V radius_of(const BoundSteps& steps, V spread, V size, V hull) {
  const D tag;
  const V summed = hn::MulAdd(hn::Set(tag, steps.rounding), size, hn::Set(tag, steps.lost));
  const V all = hn::MulAdd(hn::Set(tag, steps.radius_factor), spread, hn::Set(tag, steps.radius_added));
  const V moved = hn::MulAdd(hn::Set(tag, steps.change), summed, all);
  return hn::Mul(capped(hn::MulAdd(moved, hn::Set(tag, steps.per_least), summed), hull), hn::Set(tag, 1 + 1e-10));
}

V tightest_of(const BoundSteps& steps, V spread, V size, V zed, V hull, V output) {
  const D tag;
  const V moved = capped(hn::Mul(hn::Set(tag, steps.per_moved), spread), hull);
  const V reached = hn::Add(output, moved);
  const V values = hn::Mul(hn::Mul(zed, hn::Set(tag, 0.5)), hn::MulAdd(size, hn::Set(tag, steps.per_sum), reached));
  const V added = hn::MulAdd(hn::Set(tag, steps.xi), reached, values);
  const V all = hn::MulAdd(added, hn::Set(tag, steps.per_kept), hn::Add(moved, hn::Set(tag, steps.underflow)));
  const V divided = hn::MulAdd(hn::Set(tag, steps.after), all, hn::Mul(hn::Set(tag, steps.kap), output));
  return hn::Mul(divided, hn::Set(tag, steps.roundings));
}

void bounds(const BoundSteps& steps, const ColumnSums& sums, std::size_t columns, double* radius, double* tightest) {
  const D tag;
  for (std::size_t c = 0; c < columns; c += hn::Lanes(tag)) {
    const V size = hn::LoadU(tag, sums.size + c), hull = hn::LoadU(tag, sums.hull + c);
    const V zed = hn::LoadU(tag, sums.zed + c), output = hn::Abs(hn::LoadU(tag, sums.centre + c));
    hn::StoreU(radius_of(steps, hn::LoadU(tag, sums.tier_spread + c), size, hull), tag, radius + c);
    hn::StoreU(tightest_of(steps, hn::LoadU(tag, sums.spread + c), size, zed, hull, output), tag, tightest + c);
  }
}

Sizes sizes(const double* numbers, std::size_t count) {
  const D tag;
  const std::size_t lanes = hn::Lanes(tag);
  V largest = hn::Zero(tag), squares = largest, zeros = largest, bit = hn::Set(tag, INFINITY);
  const auto add = [&](V x) {
    largest = hn::Max(largest, hn::Abs(x));
    squares = hn::MulAdd(x, x, squares);
    zeros = hn::Add(zeros, hn::IfThenElseZero(hn::Eq(x, hn::Zero(tag)), hn::Set(tag, 1.0)));
    bit = hn::Min(bit, lowest_bit(x));
  };
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) add(hn::LoadU(tag, numbers + k));
  const std::size_t left = count - k;
  if (left > 0) add(load_some(numbers + k, hn::FirstN(tag, left), left));
  const double sum = sum_of(squares), added = left > 0 ? static_cast<double>(lanes - left) : 0;
  return {std::isnan(sum) ? INFINITY : max_of(largest), sum, hn::GetLane(hn::MinOfLanes(tag, bit)),
          sum_of(zeros) - added};
}

RowKernels row_kernels() {
  return {
      hwy::TargetName(HWY_TARGET), &dots, &scale, &grids, &exponentials, &errors, &average, &spreads, &bounds, &sizes};
}

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
