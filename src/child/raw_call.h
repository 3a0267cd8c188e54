#pragma once
// raw_call.h: one call as the code under test sees it, and how a child finds what is to be called.
// Used by both sides of the shared memory. Buffers are dense and row-major in the dtype of the call.
#include <functional>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

/// Pointers into the child's memory, 64-byte aligned.
struct RawCall {
  Shape shape;
  DType dtype = DType::float32;
  int causal = 0;               // any value but zero means causal
  const void* query = nullptr;  // [tokens, head_dim]
  const void* key = nullptr;    // [tokens, head_dim]
  const void* value = nullptr;  // [tokens, value_dim]
  void* output = nullptr;       // [tokens, value_dim]
};

using RawFunction = std::function<void(const RawCall&)>;

struct Loaded {
  std::vector<DType> dtypes;
  RawFunction function;
};

/// Runs in the child, once each time one starts. Throws std::runtime_error with one line when there is nothing to call.
using Loader = std::function<Loaded()>;

}  // namespace attncheck
