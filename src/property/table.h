#pragma once
// table.h: all properties of the build. The body is written by cmake/Table.cmake from the files of properties/.
#include <string_view>
#include <vector>

#include "attncheck/property.h"

namespace attncheck {

/// Every property, in the order of its path; then those of other people (core/added.h).
std::vector<const Property*> all_properties();

/// The comment its file opens with: why it is claimed and how it is asked. Empty for those of other people.
std::string_view comment_of(const Property& property);

}  // namespace attncheck
