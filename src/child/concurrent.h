#pragma once
// concurrent.h: one function called from several threads at once, each on buffers of its own.
// Used by the child side and by in_process.h, for subjects that declare it allowed. Buffers are dense and row-major.
// Every thread has another problem of the same shape, so that scratch memory shared by calls shows in the answers.
#include <string>

#include "child/raw_call.h"

namespace attncheck {

/// Calls `function` on `call` from this thread while `threads - 1` others call it on the same problem with its query
/// rows rotated, several times over. Empty when every thread always got the bytes it gets alone, else which did not.
/// An exception of the function in another thread is thrown here. Cost threads * (rounds + 1) calls.
std::string concurrent_difference(const RawFunction& function, const RawCall& call, int threads);

/// The same for a function of whole problems.
std::string concurrent_difference(const std::function<Tensor(const Problem&)>& function, const Problem& problem,
                                  int threads);

}  // namespace attncheck
