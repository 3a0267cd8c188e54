#pragma once
// table.h: all faults of the build. The body is written by cmake/Table.cmake from the files of faults/.
#include <vector>

#include "attncheck/fault.h"

namespace attncheck {

/// Every fault, in the order of its path; then those of other people (core/added.h).
std::vector<const Fault*> all_faults();

}  // namespace attncheck
