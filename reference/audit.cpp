#include "reference/audit.h"

#include <numeric>

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

}  // namespace attncheck
