#pragma once
// audit.h: the fast answer of a row beside the exact tier's intervals, which use no theorem.
// Used by the oracle on random rows, and by its tests. Errors: those of exact.h.
#include "reference/row_stats.h"

namespace attncheck {

/// Is the true output, enclosed again by intervals, within radius of centre in every column?
/// False is a proof that the row's centre or radius is wrong.
bool audit_agrees(const Problem& problem, Index i, const RowStats& row);

}  // namespace attncheck
