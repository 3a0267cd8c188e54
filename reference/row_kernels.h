#pragma once
// row_kernels.h: the loops over all keys of one row, in float64: on SIMD registers, and the same in plain C++.
// Used by certified, tightest and error_bound. Both answer within the same proven errors; their last bits differ,
// because lanes are added in another order. n = visible keys of the row.
// Errors: none; what is not finite goes through. Source: Higham, Accuracy and Stability of Numerical Algorithms,
// section 3.1 (any order of summation); the exponential: docs/error-bounds.md, "The float64 tier".
#include <cstddef>

namespace attncheck {

struct RowKernels {
  const char* name;

  /// dot[j] = sum_k query[k] keys[k * stride + j] and magnitude[j] = sum_k |the same products|, for j < n.
  /// keys is transposed, [d][stride], with stride a multiple of `lanes` and readable up to it.
  /// dot and magnitude have room for n rounded up to `lanes`; what stands beyond n is not meant.
  void (*dots)(const double* query, const double* keys, std::size_t stride, std::size_t d, std::size_t n, double* dot,
               double* magnitude);

  /// e[j] = max(least, exp(x[j] - shift)) for x[j] <= shift, within 4 units of roundoff of the rounded difference's
  /// exponential where it is above `least` >= 2^-1000. Returns their sum. x and e have room as above.
  double (*exponentials)(const double* x, double shift, double least, std::size_t n, double* e);

  /// sum[c] = sum_j weights[j] values[j * columns + c].
  void (*weighted_sum)(const double* weights, const double* values, std::size_t n, std::size_t columns, double* sum);

  /// first[c] = sum_j a[j] |v_jc - centre[c]|, second[c] = sum_j b[j] |v_jc - centre[c]|, size[c] = sum_j w[j] |v_jc|.
  void (*spreads)(const double* a, const double* b, const double* w, const double* values, const double* centre,
                  std::size_t n, std::size_t columns, double* first, double* second, double* size);

  static constexpr std::size_t lanes = 8;  // room beyond the last key, in numbers
};

/// The best the processor has, found when it is first asked.
const RowKernels& simd_kernels();
/// Plain C++, for processors without, and to test against.
const RowKernels& plain_kernels();

}  // namespace attncheck
