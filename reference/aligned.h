#pragma once
// aligned.h: numbers that begin at a cache line, so that no register is loaded from two of them.
// Used by certified for what all rows of a problem read. Errors: std::bad_alloc.
#include <cstddef>
#include <new>
#include <vector>

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

}  // namespace attncheck
