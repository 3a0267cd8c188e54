#pragma once
// certified.h: the fast tier: rows of attention in float64, with a proven radius, and what every honest arithmetic is
// allowed there. Used by the oracle for float32 problems. Products of two float32 numbers are exact in float64 and
// cannot leave its range. Shapes: see row_stats.h. Errors: std::logic_error for a problem that is not float32.
// Source: the theorem of README.md with u = 2^-53; exp within 4 u (docs/error-bounds.md, "The float64 tier").
#include <vector>

#include "reference/row_kernels.h"
#include "reference/row_layout.h"
#include "reference/row_stats.h"
#include "reference/tightest.h"

namespace attncheck {

/// Rows of one problem after the other. What all rows share is computed once.
class CertifiedTier {
 public:
  explicit CertifiedTier(const RowKernels& kernels = simd_kernels()) : kernels_(kernels) {}

  /// Cost O(tokens (head_dim + value_dim)). `problem` must outlive the rows asked for.
  void start(const Problem& problem);

  /// Cost O(n (head_dim + value_dim)). The memory of `row` is used again.
  void row(Index i, RowStats& row);

 private:
  void start_keys();
  void start_values();
  void measure(Index i, RowStats& row);
  void find_grids(RowStats& row, double query_bit);
  void set_outputs(RowStats& row, double worst_weight_error);
  void set_column_facts(const RowStats& row, bool weights_may_change);
  // Each returns what the spread of its radius is made of, [columns].
  const double* set_radius_steps(const RowStats& row, BoundSteps& steps) const;
  const double* set_large_radius_steps(const RowStats& row, BoundSteps& steps);

  const RowKernels& kernels_;
  const Problem* problem_ = nullptr;
  bool in_range_ = false;  // no row can overflow
  bool scale_exact_ = false;
  std::size_t columns_ = 0;       // value_dim with room for whole registers
  AlignedNumbers keys_, values_;  // row_layout.h
  std::vector<double> key_size_, key_norm_;
  std::vector<double> key_bit_;  // the lowest set bit of a key, as a number
  std::vector<double> zeros_;    // of a column of values
  double value_size_ = 0;        // largest |value|
  std::vector<double> inexact_;  // 1 where a dot product has an error
  TightestWeights tightest_;
  std::vector<double> spread_, size_, hull_;
  std::vector<double> zed_;  // of the values of a column that are not zero, for rows of zed_keys_ keys
  Index zed_keys_ = 0;
  std::vector<double> change_, large_spread_;  // only where errors are large
};

/// One row alone.
RowStats certified_row(const Problem& problem, Index i, const RowKernels& kernels = simd_kernels());

}  // namespace attncheck
