#pragma once
// profiles.h: the closed lists of arithmetics a subject may be judged by: built in, or read from a file.
// Used by the oracle and by make_oracle. Errors: std::invalid_argument for an unknown name, listing the known ones, and
// for a file that is no profile (profile_file.h). Source: docs/profiles.md; docs/error-bounds.md, "Profiles".
#include <optional>
#include <string>
#include <vector>

#include "attncheck/profile.h"
#include "reference/arithmetic.h"

namespace attncheck {

struct ArithmeticProfile {
  Profile words;  // what the rest of the project sees; members in the same order
  std::vector<Arithmetic> members;
  std::vector<std::optional<int>> base;  // of a flushing member: the same without flushing, whose bound is never larger
  bool quick_accept = false;             // what every member allows is known (tightest.h)
};

/// The built-in ones, "any" first.
const std::vector<ArithmeticProfile>& arithmetic_profiles();

/// The built-in profile of this name, or the one in the file of this path: what has a '/' or ends in .toml is a path.
ArithmeticProfile arithmetic_profile(const std::string& name);

/// The same; std::invalid_argument too when it describes another dtype.
ArithmeticProfile arithmetic_profile(const std::string& name, DType dtype);

}  // namespace attncheck
