#pragma once
// table.h: all faults of the build. The body is written by cmake/Table.cmake from the files of faults/.
#include <string_view>
#include <vector>

#include "attncheck/fault.h"

namespace attncheck {

/// Every fault, in the order of its path; then those of other people (core/added.h).
std::vector<const Fault*> all_faults();

/// The comment its file opens with. Empty for those of other people.
std::string_view comment_of(const Fault& fault);

}  // namespace attncheck
