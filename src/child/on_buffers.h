#pragma once
// on_buffers.h: a function of whole problems as one of raw buffers: the problem is rebuilt from the buffers, the result
// copied back. Used for attention that is written in our own words. Errors: std::logic_error for a wrong shape.
#include <functional>

#include "child/raw_call.h"

namespace attncheck {

/// Writes the first `rows` rows of what `function` gives.
void call_on_tensors(const std::function<Tensor(const Problem&)>& function, const RawCall& call, Index rows);

RawFunction on_buffers(std::function<Tensor(const Problem&)> function);

}  // namespace attncheck
