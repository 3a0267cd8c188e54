#pragma once
// child_subject.h: a subject whose every call runs in a child process.
// Used by spec.cpp for all kinds of subjects, and by tests. Buffers are dense and row-major in the dtype of the call.
// Errors: make_child_subject throws SubjectError (cannot_start) when the first child does not come up.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attncheck/subject.h"
#include "subject/spec.h"

namespace attncheck {

/// One call as the code under test sees it: pointers into the child's memory, 64-byte aligned.
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

std::unique_ptr<Subject> make_child_subject(std::string name, Loader loader, const Limits& limits);
std::unique_ptr<Subject> make_child_subject(std::string name, std::vector<DType> dtypes, RawFunction function,
                                            const Limits& limits);

/// A function of whole problems as one of raw buffers: the problem is rebuilt from the buffers, the result copied back.
RawFunction on_buffers(std::function<Tensor(const Problem&)> function);

}  // namespace attncheck
