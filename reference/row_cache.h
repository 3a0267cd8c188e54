#pragma once
// row_cache.h: rows of the problem asked last, so that no row is computed twice: neither for a second question about
// the same problem, nor for a problem that differs only in what the row does not see. Used by the oracle. Memory is
// bounded whatever the problem; long problems are computed block by block on all cores. Errors: those of the tiers;
// std::invalid_argument for a problem that is not valid.
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "reference/certified.h"
#include "reference/double_double_row.h"

namespace attncheck {

class RowCache {
 public:
  /// Forgets what `problem` does not share with the problem before it. Cost O(size of the tensors).
  void start(const Problem& problem);

  /// Was row i computed since this was last asked of it?
  bool is_new(Index i) { return std::exchange(new_[static_cast<std::size_t>(i)], 0) != 0; }

  /// Computed when it is not there. Valid until the next call.
  const RowStats& row(Index i);

  /// Computes the first of `rows`, as many as fit into memory, and says how many: at least one. Valid until the next
  /// call of prepare, start, or row for another one.
  std::size_t prepare(std::span<const Index> rows);

 private:
  struct Work {
    std::vector<Index> rows;
    double multiplications = 0;
  };

  bool has(Index i) const { return rows_[static_cast<std::size_t>(i)].has_value(); }
  std::size_t bytes(Index i) const;
  void make_room(std::size_t bytes);
  void forget(Index i);
  RowStats& recycled(Index i);
  Work missing(std::span<const Index> rows) const;
  void compute(CertifiedTier& tier, Index i, RowStats& row);
  void compute_on_all_cores(const std::vector<Index>& rows);

  Problem problem_;
  std::vector<std::optional<RowStats>> rows_;
  std::vector<RowStats> spare_;  // forgotten ones, whose memory is used again
  std::vector<char> new_;
  std::size_t kept_bytes_ = 0;
  CertifiedTier tier_;                       // float32
  std::unique_ptr<DoubleDoubleRows> pairs_;  // float64; what it refuses goes to the exact tier
};

}  // namespace attncheck
