#pragma once
// double_double_kernels.h: the loops of the double-double tier, in plain C++ and in SIMD.
// Used by double_double_row, which lays out their arguments, and by its tests. Every variant makes the same operations
// in the same order, so all of them give the same bits. They need the environment of audit.h: rounding to nearest, no
// flushing. Errors: none; numbers out of range come back as infinity or NaN. Shapes: n keys lie in octets of 8, the
// last one filled up with zeros; so do columns. Source: docs/error-bounds.md, "The double-double tier".
#include <cstddef>
#include <span>
#include <vector>

namespace attncheck {

/// Eight neighbours: as many float64 as the widest register holds.
struct alignas(64) Octet {
  double lane[8] = {};
};
inline std::size_t octets(std::size_t count) { return (count + 7) / 8; }

/// What the loops leave behind for each key, key j in lane j % 8 of octet j / 8. A number is hi + lo.
class KeyFigures {
 public:
  explicit KeyFigures(std::size_t keys) : count_(octets(keys)), all_(5 * count_) {}
  KeyFigures(const KeyFigures&) = delete;
  KeyFigures& operator=(const KeyFigures&) = delete;

  std::size_t lanes() const { return 8 * count_; }
  double* hi() { return figure(0); }  // the logit, afterwards its exponential
  double* lo() { return figure(1); }
  double* magnitude() { return figure(2); }  // sum of |query_k key_jk|, rounded
  double* rest() { return figure(3); }       // what the dot product in float64 had lost: 0 where it was exact
  double* change() { return figure(4); }     // at most so far is the true exponential away

 private:
  double* figure(std::size_t which) { return all_[which * count_].lane; }

  std::size_t count_;
  std::vector<Octet> all_;
};

/// What they leave behind for eight columns.
struct ColumnFigures {
  Octet quotient;  // sum of e_j v_j over sum of e_j, the nearest float64
  Octet size;      // sum of e_j |v_j|
  Octet spread;    // sum of change_j |v_j - centre|
  Octet hull;      // largest |v_j - centre|
};

struct TwoDoubles {
  double hi = 0;
  double lo = 0;
};

struct DoubleDoubleKernels {
  const char* name;

  /// hi + lo = scale query.key_j; magnitude and rest of the unscaled product. keys: [octet][head_dim].
  void (*logits)(std::span<const double> query, const Octet* keys, TwoDoubles scale, KeyFigures& row);

  /// hi + lo becomes exp(hi + lo - shift), but `least` where it is below that. Precondition: no logit exceeds shift.
  void (*exponentials)(TwoDoubles shift, double least, KeyFigures& row);

  /// quotient and size of eight columns. values: [n].
  void (*average)(std::size_t n, const Octet* values, KeyFigures& row, TwoDoubles sum, ColumnFigures& columns);

  /// spread and hull of eight columns around `centre`.
  void (*spread)(std::size_t n, const Octet* values, KeyFigures& row, const Octet& centre, ColumnFigures& columns);
};

/// Plain C++ with std::fma.
const DoubleDoubleKernels& plain_double_double();

/// The widest SIMD of this processor; plain C++ where it has no fused multiplication and addition.
const DoubleDoubleKernels& fastest_double_double();

/// All that this processor can run, for tests; not to be called by two threads at once.
std::vector<const DoubleDoubleKernels*> every_double_double();

}  // namespace attncheck
