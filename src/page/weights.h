#pragma once
// weights.h: the weights and the output of attention in plain double, for pictures alone: nothing is judged by them.
// Used by counterexample.cpp. Row i of the weights is softmax over the keys it sees; hidden keys have weight 0.
// Numbers beyond the range of double come out as NaN. No errors; the tensors must fit the shape.
#include "attncheck/problem.h"

namespace attncheck {

/// Small enough to be worked out and drawn while somebody waits, and with tensors that fit its shape?
bool may_be_pictured(const Problem& problem);

/// [tokens, tokens]
Tensor weights_for_picture(const Problem& problem);

/// [tokens, value_dim]
Tensor output_for_picture(const Tensor& weights, const Problem& problem);

}  // namespace attncheck
