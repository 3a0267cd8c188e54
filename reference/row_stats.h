#pragma once
// row_stats.h: what both tiers know about one output row, and what the error bound is computed from.
// Used by certified, exact, error_bound and oracle. n = visible keys of the row; j runs over them.
// Every figure is a float64 number with a proven error beside it, or an upper bound where that is said.
// Errors: none; a row with a non-finite input is reported as one that may overflow. Source: reference/README.md.
#include <span>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

struct RowStats {
  Index index = 0;  // of the row
  Index keys = 0;
  Index head_dim = 0;
  bool scale_exact = false;   // 1/sqrt(head_dim) is a power of two
  bool may_overflow = false;  // some honest order of summation leaves the range of the dtype

  // Logits. [n] each
  std::vector<double> magnitude;    // c_j >= sum_k |query_k key_jk| / sqrt(head_dim), an upper bound
  std::vector<char> dot_exact;      // query.key is exact in the dtype in every order of summation
  std::vector<int> grid;            // every product is a multiple of 2^grid
  std::vector<double> key_size;     // max_k |key_jk|
  std::vector<double> key_norm;     // Euclidean norm of key_j, an upper bound
  std::vector<double> logit;        // s_j
  std::vector<double> logit_error;  // |s_j - true logit|
  std::vector<double> gap;          // z_j >= (largest true logit) - (true logit j), an upper bound
  double max_logit = 0;             // M, the largest s_j
  double query_size = 0;            // max_k |query_k|
  double query_norm = 0;            // Euclidean norm of the query, an upper bound

  // Weights. [n] each
  std::vector<double> exponential;   // e_j = exp(s_j - M), never below `negligible`
  std::vector<double> weight_error;  // true exp(logit_j - M) lies in e_j exp(+-weight_error_j); only below e_j exp(+)
                                     // where e_j is negligible
  double sum = 0;                    // l = sum of e_j, at least about 1

  // Output. [value_dim] each
  std::vector<double> centre;
  std::vector<double> radius;    // |true output - centre| <= radius
  std::vector<double> tightest;  // no member of profile any allows less (tightest.h); empty where it is not known

  /// Exponentials below this are raised to it, so that nothing here is subnormal.
  static constexpr double negligible = 0x1p-1000;
};

/// gamma_k(u) = k u / (1 - k u), infinite when k u >= 1.
double gamma_factor(double k, double u);

/// max |x|, infinite when one of them is not a number; and the Euclidean norm, an upper bound.
double largest_size(std::span<const double> numbers);
double norm(std::span<const double> numbers, double size);

/// Does every order of summation of query.key stay exact in the dtype, and on which grid do its products lie?
struct DotGrid {
  bool exact = false;
  int grid = 0;
};
/// `least`: every product is a multiple of 2^least; `magnitude`: sum of |products|.
DotGrid dot_grid(std::span<const double> query, std::span<const double> key, int least, double magnitude, DType dtype);

/// Some honest order of row i leaves the range of the dtype. Of the row: its sizes, and magnitudes before the scale.
bool may_overflow(const RowStats& row, const Problem& problem, Index i);
/// True: no row does. False: ask each.
bool cannot_overflow(const Problem& problem, double largest_query, double largest_key, double largest_value);

/// Of that the part which needs no key: index, sizes of the row and of its query.
void measure_query(RowStats& row, const Problem& problem, Index i);

/// The part that is the same in all tiers: sizes, magnitudes, exactness of the dot products, range.
RowStats measure_row(const Problem& problem, Index i);

/// Gaps, from logits, logit_error and max_logit.
void set_gaps(RowStats& row);

/// Radius of row.centre by the theorem of README.md, for logits, exp and sums computed with unit roundoff u in a range
/// without underflow above 2^-1074; exp within 4 u.
void set_radius(RowStats& row, const Problem& problem, double u);

/// Errors of logits and exponentials computed with unit roundoff u (sqrt, dot and quotient; difference and exp).
void set_errors(RowStats& row, double u);

/// Adds to all errors and to the radius what rounding logits, exponentials and centre to float64 has added.
void add_rounding_to_float64(RowStats& row);

}  // namespace attncheck
