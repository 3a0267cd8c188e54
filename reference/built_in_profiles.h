#pragma once
// built_in_profiles.h: the text of every file of reference/profiles/, put into the library by cmake/Profiles.cmake.
// Used by profiles. Errors: none.
#include <vector>

namespace attncheck {

struct BuiltInProfile {
  const char* file;  // "reference/profiles/any.toml"
  const char* text;
};

/// In alphabetical order.
const std::vector<BuiltInProfile>& built_in_profiles();

}  // namespace attncheck
