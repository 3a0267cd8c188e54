#pragma once
// sizes.h: sizes at which kernels take other paths.
// Used by properties that ask the same of every size. No errors.
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

/// Multiplications of attention on a problem of this shape.
Index multiplications(const Shape& shape);

/// Every number to 257 as tokens, as head_dim and as value_dim; tails of tiles and vectors, powers of two, squares,
/// what kernels are tuned for, and more elements than 16 or 17 bits count. Those with the least work first.
std::vector<Shape> special_sizes();

}  // namespace attncheck
