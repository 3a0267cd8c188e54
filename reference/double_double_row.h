#pragma once
// double_double_row.h: the double-double tier: one row of attention in pairs of float64, with a proven radius.
// Used by the oracle for float64 problems; it answers any dtype. What exact_row gives, at about the price of a plain
// float64 attention. Nothing where a number leaves the range in which the proof holds, or where logits are so large
// that about 100 bits are not enough: the exact tier answers then. Shapes: see row_stats.h. Errors: none. Source:
// docs/error-bounds.md, "The double-double tier".
#include <optional>
#include <vector>

#include "reference/double_double_kernels.h"
#include "reference/row_stats.h"

namespace attncheck {

/// All rows of one problem, whose keys and values are laid out for SIMD once. Any thread may ask for any row.
class DoubleDoubleRows {
 public:
  /// The problem must outlive this object. Cost and memory O(tokens (head_dim + value_dim)).
  explicit DoubleDoubleRows(const Problem& problem, const DoubleDoubleKernels& kernels = fastest_double_double());

  /// Cost O(n (head_dim + value_dim)).
  std::optional<RowStats> row(Index i) const;

 private:
  void lay_out_keys();
  void lay_out_values();
  std::optional<RowStats> measured(Index i, KeyFigures& figures) const;
  void set_output(RowStats& row, KeyFigures& figures, TwoDoubles sum) const;

  const Problem& problem_;
  const DoubleDoubleKernels& kernels_;
  TwoDoubles scale_;                  // 1/sqrt(head_dim)
  bool usable_ = false;               // inputs are finite, and sums of values in range
  std::vector<Octet> keys_;           // [octet of keys][head_dim]
  std::vector<double> key_size_;      // [tokens] as in RowStats
  std::vector<double> key_norm_;      // [tokens] as in RowStats
  std::vector<Octet> values_;         // [octet of columns][tokens], each column times its lift
  std::vector<double> lift_;          // [value_dim] a power of two
  std::vector<double> drop_;          // [value_dim] its inverse
  double largest_sum_of_values_ = 0;  // over columns, of |value| over all tokens
};

/// One row by itself.
std::optional<RowStats> double_double_row(const Problem& problem, Index i);

}  // namespace attncheck
