#pragma once
// certified.h: the fast tier: one row of attention in float64, with a proven radius.
// Used by the oracle for float32 problems. Products of two float32 numbers are exact in float64 and cannot leave its
// range. Shapes: see row_stats.h. Errors: std::logic_error for a problem that is not float32. Source: the theorem of
// README.md with u = 2^-53; exp of the C library taken as within 4 u (it is within 1).
#include "reference/row_stats.h"

namespace attncheck {

/// Cost O(n (head_dim + value_dim)).
RowStats certified_row(const Problem& problem, Index i);

}  // namespace attncheck
