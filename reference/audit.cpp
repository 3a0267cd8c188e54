#include "reference/audit.h"

#include <cfenv>
#include <numeric>
#include <stdexcept>

#include "reference/exact.h"

namespace attncheck {

bool audit_agrees(const Problem& problem, Index i, const RowStats& row) {
  std::vector<Index> columns(row.centre.size());
  std::iota(columns.begin(), columns.end(), Index{0});
  const Enclosure found = enclose(problem, i, columns, row.centre, needed_bits(row));
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (!(found.observed[c].least <= row.radius[c])) return false;
  return true;
}

void require_exact_environment() {
  if (std::fegetround() != FE_TONEAREST)
    throw std::runtime_error("the processor does not round to nearest: no radius of the reference would hold");
  volatile double normal = 0x1p-1022;
  volatile double subnormal = normal / 2;
  if (!(subnormal > 0) || subnormal * 2 != normal)
    throw std::runtime_error("the processor flushes subnormal numbers to zero: no radius of the reference would hold");
}

}  // namespace attncheck
