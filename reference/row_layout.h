#pragma once
// row_layout.h: keys and values as the loops of row_kernels.h read them: from cache lines that they fill, one after the
// other. Used by certified, once for a problem. Errors: std::bad_alloc.
#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include "attncheck/tensor.h"
#include "reference/row_kernels.h"

namespace attncheck {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>& /*other*/) {}  // NOLINT: allocators convert

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
  void deallocate(T* p, std::size_t /*n*/) { ::operator delete(p, line); }

  friend bool operator==(const CacheLineAllocator& /*a*/, const CacheLineAllocator& /*b*/) { return true; }
};

using AlignedNumbers = std::vector<double, CacheLineAllocator<double>>;

inline std::size_t rounded_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }
inline std::size_t with_room(std::size_t n) { return rounded_up(n, RowKernels::lanes); }

/// key [tokens, head_dim] becomes [block of keys][head_dim][key of the block]; missing keys are zero.
inline void lay_out_keys(const Tensor& key, AlignedNumbers& keys) {
  constexpr std::size_t block = RowKernels::block;
  const auto tokens = static_cast<std::size_t>(key.rows()), d = static_cast<std::size_t>(key.cols());
  keys.assign(rounded_up(tokens, block) * d, 0.0);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto from = key.row(static_cast<Index>(j));
    double* to = keys.data() + j / block * block * d + j % block;
    for (std::size_t k = 0; k < d; ++k) to[k * block] = from[k];
  }
}

/// value [tokens, value_dim] gets columns of zeros up to whole registers.
inline void lay_out_values(const Tensor& value, AlignedNumbers& values) {
  const auto tokens = static_cast<std::size_t>(value.rows()),
             columns = with_room(static_cast<std::size_t>(value.cols()));
  values.assign(tokens * columns, 0.0);
  for (std::size_t j = 0; j < tokens; ++j) {
    const auto from = value.row(static_cast<Index>(j));
    std::copy(from.begin(), from.end(), values.data() + j * columns);
  }
}

}  // namespace attncheck
