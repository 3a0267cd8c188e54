#pragma once
// certificates.h: facts about this very row that make roundings exact in a declared arithmetic (never in profile
// `any`). Used by error_bound. They hold for shifted exp with exp(0) = 1, normalised last, round to nearest. Source:
// README.md, "Exactness".
#include "reference/row_stats.h"

namespace attncheck {

struct RowCertificates {
  bool subtraction_exact = false;  // all logits are exact and on one grid, and so are their distances to the maximum
  bool uniform = false;            // all logits are equal: every exponential is exactly 1
};
RowCertificates certify_row(const RowStats& row, DType dtype);

struct ColumnCertificates {
  bool powers_of_two = false;  // every nonzero value of the column is a power of two: products are exact
  bool sum_exact = false;      // every partial sum of the column is exact
};
ColumnCertificates certify_column(const Problem& problem, const RowStats& row, Index column);

}  // namespace attncheck
