#pragma once
// problem.h: one complete input of single-head attention.
// output[i] = sum over visible j of softmax_j(query[i] . key[j] / sqrt(head_dim)) * value[j]
// Used by everybody. Source: Vaswani et al., Attention Is All You Need, eq. (1).
#include <string>

#include "attncheck/dtype.h"
#include "attncheck/shape.h"
#include "attncheck/tensor.h"

namespace attncheck {

/// Where the four buffers of a call lie. Not part of the mathematics: a correct subject cannot tell.
enum class Placement {
  page_end,    // each buffer ends at (within 63 bytes of) an unreadable page
  guard_words  // each buffer has guard words before and after it
};

struct Problem {
  Shape shape;
  DType dtype = DType::float32;
  bool causal = false;
  Tensor query;        // [tokens, head_dim]
  Tensor key;          // [tokens, head_dim]
  Tensor value;        // [tokens, value_dim]
  std::string family;  // the value family it was drawn from, for the report
  Placement placement = Placement::page_end;

  /// Does query row i see key j?
  bool visible(Index i, Index j) const { return !causal || j <= i; }
  /// How many keys row i sees: keys 0 .. visible_keys(i) - 1.
  Index visible_keys(Index i) const { return causal ? i + 1 : shape.tokens; }
};

/// A problem of the given shape with all tensors zero. Throws std::invalid_argument on a size below one.
Problem make_problem(const Shape& shape, DType dtype, bool causal);

/// Throws std::invalid_argument naming both shapes when a tensor does not fit problem.shape,
/// and naming the element when one is not exact in problem.dtype.
void require_valid(const Problem& problem);

/// Rounds every element to problem.dtype.
void round_to_dtype(Problem& problem);

}  // namespace attncheck
