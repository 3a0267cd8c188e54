#pragma once
// steps.h: the steps correct kernels are made of: sums in many orders, dot products, exponentials and storage.
// Used by kernels.cpp. Real is float or double; every operation is rounded to it unless a step says otherwise.
// Shapes: a Row is one query, one key, one column of values or the logits of one output row. Errors: none.
// Source: the truncated blocks follow Fasi, Higham, Mikaitis, Pranesh, Numerical behavior of NVIDIA tensor cores.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "attncheck/random.h"
#include "reference/storage.h"

namespace attncheck::attacks {

template <class Real>
using Row = std::vector<Real>;

template <class Real>
Real in_order(const Row<Real>& terms) {
  Real sum = 0;
  for (const Real term : terms) sum += term;
  return sum;
}

template <class Real>
Real shuffled(const Row<Real>& terms) {
  Row<Real> order = terms;
  Random random(terms.size());
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[static_cast<std::size_t>(random.below(static_cast<Index>(k)))]);
  return in_order(order);
}

template <class Real>
Real ascending(const Row<Real>& terms) {
  Row<Real> order = terms;
  std::sort(order.begin(), order.end());
  return in_order(order);
}

template <class Real>
Real descending(const Row<Real>& terms) {
  Row<Real> order = terms;
  std::sort(order.rbegin(), order.rend());
  return in_order(order);
}

template <class Real>
Real pairwise(const Row<Real>& terms) {
  Row<Real> level = terms;
  while (level.size() > 1) {
    Row<Real> half;
    for (std::size_t k = 0; k + 1 < level.size(); k += 2) half.push_back(level[k] + level[k + 1]);
    if (level.size() % 2 == 1) half.push_back(level.back());
    level = half;
  }
  return level.empty() ? 0 : level.front();
}

/// a + b cut towards zero to a float. The float64 sum and its error are exact together, so nothing is rounded twice.
inline float cut_sum(float a, float b) {
  const double x = a, y = b;
  const double sum = x + y;
  const double part = sum - x;
  const double rest = (x - (sum - part)) + (y - part);
  const auto nearest = static_cast<float>(sum);
  const double excess = std::fabs(static_cast<double>(nearest)) - std::fabs(sum);
  const bool beyond = excess > 0 || (excess == 0 && rest * sum < 0);
  return beyond ? std::nextafter(nearest, 0.0F) : nearest;
}

inline float truncated(const Row<float>& terms) {
  float sum = 0;
  for (const float term : terms) sum = cut_sum(sum, term);
  return sum;
}

/// Products rounded one by one, then added in the given order.
template <auto Sum>
struct Rounded {
  template <class Real>
  static Real dot(const Row<Real>& a, const Row<Real>& b) {
    Row<Real> products(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) products[k] = a[k] * b[k];
    return Sum(products);
  }
};

/// x without the bits below `unit`, a power of two.
inline double cut(double x, double unit) { return std::trunc(x / unit) * unit; }

/// Eight exact products and the accumulator, aligned to the largest of them, cut to 24 bits there, and added.
inline float add_block(float accumulator, const float* a, const float* b, std::size_t count) {
  std::vector<double> terms{accumulator};
  for (std::size_t k = 0; k < count; ++k) terms.push_back(static_cast<double>(a[k]) * b[k]);
  double largest = 0;
  for (const double term : terms) largest = std::max(largest, std::fabs(term));
  if (largest == 0) return 0;
  const double plain = std::accumulate(terms.begin(), terms.end(), 0.0);
  if (!std::isfinite(plain)) return static_cast<float>(plain);
  const double unit = std::ldexp(1.0, std::max(std::ilogb(largest) - 23, -149));
  double sum = 0;
  for (const double term : terms) sum += cut(term, unit);
  if (sum == 0) return 0;
  return static_cast<float>(cut(sum, std::ldexp(1.0, std::max(std::ilogb(sum) - 23, -149))));
}

inline float block_dot(const Row<float>& a, const Row<float>& b) {
  constexpr std::size_t block = 8;
  float sum = 0;
  for (std::size_t k = 0; k < a.size(); k += block) sum = add_block(sum, &a[k], &b[k], std::min(block, a.size() - k));
  return sum;
}

template <class Real>
Real natural(Real x) {
  return std::exp(x);
}

/// How far an exponential of a kernel may be off: by error + slope |x| units of 2^-24.
struct ExpError {
  double error, slope;
};
inline constexpr ExpError coarse{16, 2}, steep{3, 64};

/// `exact` with a relative error whose sign and size jump with x; x is what exp would be asked for.
inline float spoilt(double exact, double x, const ExpError& allowed) {
  if (x == 0) return 1;
  const std::uint64_t hash = mix_seed(std::bit_cast<std::uint64_t>(x), 0);
  const double most = allowed.error + allowed.slope * std::fabs(x) - 2;  // 2: libm and the rounding
  const double part = (hash & 2) != 0 ? 1 : static_cast<double>(hash >> 40) * 0x1p-24;
  const double error = (hash & 1) != 0 ? most * part : -most * part;
  return static_cast<float>(exact * (1 + error * 0x1p-24));
}

template <const ExpError& Error>
float spoilt_exp(float x) {
  return spoilt(std::exp(static_cast<double>(x)), x, Error);
}

template <const ExpError& Error>
float spoilt_exp2(float x) {
  return spoilt(std::exp2(static_cast<double>(x)), x * std::numbers::ln2, Error);
}

template <class Real>
Real binary(Real x) {
  return std::exp2(x);
}

/// How a kernel does each of its steps.
template <class Real>
struct Steps {
  Real (*dot)(const Row<Real>&, const Row<Real>&) = Rounded<in_order<Real>>::dot;
  Real (*sum)(const Row<Real>&) = in_order<Real>;
  Real (*exp)(Real) = natural<Real>;
  Real (*exp2)(Real) = binary<Real>;  // where exp2 is fused
  bool fused_exp2 = false;
  Storage logits = Storage::own;
  Storage weights = Storage::own;
  bool sums_stored_weights = false;
  Storage output = Storage::own;
};

template <class Real>
Real stored(Storage storage, Real x) {
  return static_cast<Real>(round_to(storage, static_cast<double>(x)));
}

}  // namespace attncheck::attacks
