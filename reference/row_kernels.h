#pragma once
// row_kernels.h: the loops over all keys of one row, in float64: on SIMD registers, and the same in plain C++.
// Used by certified and tightest. Both answer within the same proven errors; their last bits differ,
// because lanes are added in another order. n = visible keys of the row.
// Errors: none; what is not finite goes through. Source: Higham, Accuracy and Stability of Numerical Algorithms,
// section 3.1 (any order of summation); the exponential: docs/error-bounds.md, "The float64 tier".
#include <cstddef>

namespace attncheck {

/// Of some numbers that are exact in float32.
struct Sizes {
  double largest;     // max |x|, infinite when one of them is not a number
  double squares;     // sum of x^2
  double lowest_bit;  // the least of their lowest set bits, as a number; infinite when all are zero
  double zeros;       // how many are zero
};

/// What roundings do to the logits and weights of a row: in the tier that computes them, and in the tightest arithmetic
/// a subject may have. Each is a factor of what its comment names; `inexact` is 1 where a dot product has an error.
struct ErrorSteps {
  double max_logit;
  double tier_dot;       // inexact magnitude, in logit_error
  double tier_quotient;  // |logit|, in logit_error
  double tier_unit;      // max_logit - logit + 4, in weight_error
  double sums;           // inexact (magnitude + |logit|), in own
  double products;       // inexact magnitude, in own
  double logit;          // |logit|, in own
  double scale;          // gap, in own
  double added;          // 1, in own
  double unit;           // gap + own + max own, in weight error
  double exp;            // 1, in weight error
};

/// [n] each, with room.
struct KeyErrors {
  const double* logit;
  const double* magnitude;
  const double* inexact;
  const double* exponential;
  double* logit_error;   // as in RowStats, of the tier
  double* weight_error;  // as in RowStats, of the tier
  double* gap;           // as in RowStats
  double* change;        // exponential (x + x^2 / 2) with x = the subject's weight error + the tier's
};

struct ErrorSums {
  double change;
  double least;               // sum of exponential min(1, 1 - x + x^2)
  double worst_weight_error;  // of the tier
};

/// From the sums of a column to the tier's radius and to the tightest bound.
struct BoundSteps {
  double radius_factor;  // radius = ((radius_factor spread + radius_added + change summed) per_least + summed) margin
  double radius_added;   // with summed = rounding size + lost
  double change;
  double per_least;
  double rounding;
  double lost;
  double xi;         // tightest = (after (moved + (xi (output + moved) + zed (size per_sum + output + moved) / 2)
  double per_moved;  // per_kept + underflow) + kap output) roundings, with moved = per_moved spread, output = |centre|
  double underflow;
  double per_sum;
  double per_kept;
  double after;
  double kap;
  double roundings;
};

/// [columns] each.
struct ColumnSums {
  const double* spread;
  const double* tier_spread;  // what the radius is made of
  const double* size;
  const double* zed;
  const double* hull;  // no output moves further, whatever its weights
  const double* centre;
};

struct RowKernels {
  const char* name;

  /// dot[j] = sum_k query[k] key[j][k] and magnitude[j] = sum_k |the same products|, for j < n.
  /// keys is [n / block][d][block] (row_layout.h).
  /// dot and magnitude have room for n rounded up to `lanes`; what stands beyond n is not meant.
  void (*dots)(const double* query, const double* keys, std::size_t d, std::size_t n, double* dot, double* magnitude);

  /// dot[j] /= root and magnitude[j] *= factor. Returns the largest quotient. Room as above.
  double (*scale)(double* dot, double* magnitude, double root, double factor, std::size_t n);

  /// inexact[j] = 0 where every product is a multiple of query_bit key_bit[j] >= smallest and the magnitude is below
  /// `units` of that; 1 where one product alone shows the opposite, of key[j] with an element of the query whose lowest
  /// bit is element_bit; else 2. key[j] stands in blocks, `stride` from one block to the next. Returns whether all
  /// are 1. Room as above.
  bool (*grids)(double query_bit, const double* key_bit, double element_bit, const double* key, std::size_t stride,
                const double* magnitude, double units, double smallest, std::size_t n, double* inexact);

  /// e[j] = max(least, exp(x[j] - shift)) for x[j] <= shift, within 4 units of roundoff of the rounded difference's
  /// exponential where it is above `least` >= 2^-1000. Returns their sum. x and e have room as above.
  double (*exponentials)(const double* x, double shift, double least, std::size_t n, double* e);

  /// Errors of logits and weights, one after the other as their largest are known.
  ErrorSums (*errors)(const ErrorSteps& steps, const KeyErrors& keys, std::size_t n);

  /// mean[c] = (sum_j weights[j] values[j * columns + c]) / sum, size[c] = sum_j |the same products|.
  /// columns, here and below, is a multiple of `lanes`.
  void (*average)(const double* weights, double sum, const double* values, std::size_t n, std::size_t columns,
                  double* mean, double* size);

  /// spread[c] = sum_j change[j] |v_jc - centre[c]|.
  void (*spreads)(const double* change, const double* values, const double* centre, std::size_t n, std::size_t columns,
                  double* spread);

  /// Radius and tightest bound of all columns.
  void (*bounds)(const BoundSteps& steps, const ColumnSums& sums, std::size_t columns, double* radius,
                 double* tightest);

  Sizes (*sizes)(const double* numbers, std::size_t count);

  static constexpr std::size_t lanes = 8;   // room beyond the last key, in numbers
  static constexpr std::size_t block = 32;  // keys that stand beside each other: four of the widest registers
};

/// The best the processor has, found when it is first asked.
const RowKernels& simd_kernels();
/// Plain C++, for processors without, and to test against.
const RowKernels& plain_kernels();

}  // namespace attncheck
