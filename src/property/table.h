#pragma once
// table.h: all properties of the build. The body is written by cmake/Table.cmake from the files of properties/.
#include <vector>

#include "attncheck/property.h"

namespace attncheck {

/// Every property, in the order of its path; then those of other people (core/added.h).
std::vector<const Property*> all_properties();

}  // namespace attncheck
