#include "reference/certificates.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/lowest_bit.h"

namespace attncheck {

RowCertificates certify_row(const RowStats& row, DType dtype) {
  const DTypeInfo& type = info(dtype);
  RowCertificates found;
  if (!row.scale_exact) return found;
  const int scale = -std::ilogb(static_cast<double>(row.head_dim)) / 2;
  int grid = no_bit;
  double widest = 0;
  for (std::size_t j = 0; j < row.logit.size(); ++j) {
    if (row.dot_exact[j] == 0) return found;
    if (row.grid[j] < no_bit) grid = std::min(grid, row.grid[j] + scale);
    widest = std::max(widest, row.max_logit - row.logit[j]);
  }
  const int room = std::ilogb(type.smallest_subnormal) + 8;  // scaled logits stay clear of underflow
  found.subtraction_exact = grid == no_bit || (grid >= room && widest <= std::ldexp(1.0, grid + type.precision));
  found.uniform = found.subtraction_exact && widest == 0 && static_cast<double>(row.keys) < 1 / type.unit_roundoff;
  return found;
}

ColumnCertificates certify_column(const Problem& problem, const RowStats& row, Index column) {
  ColumnCertificates found;
  found.powers_of_two = true;
  int grid = no_bit;
  double sum = 0;
  for (Index j = 0; j < row.keys; ++j) {
    const double value = problem.value(j, column);
    if (value == 0) continue;
    int exponent = 0;
    if (std::fabs(std::frexp(value, &exponent)) != 0.5) found.powers_of_two = false;
    grid = std::min(grid, lowest_bit(value));
    sum += std::fabs(value);
  }
  found.sum_exact = grid == no_bit || sum < std::ldexp(1.0, grid + info(problem.dtype).precision);
  return found;
}

}  // namespace attncheck
