#pragma once
// profiles.h: the closed lists of arithmetics a subject may be judged by.
// Used by the oracle and by make_oracle. Errors: std::invalid_argument for an unknown name, listing the known ones.
// Source: docs/error-bounds.md, "Profiles".
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
  bool quick_accept = false;             // every bound is at least (gamma_{n-1} + gamma_2)|output|
};

std::vector<ArithmeticProfile> arithmetic_profiles();
ArithmeticProfile arithmetic_profile(const std::string& name);

}  // namespace attncheck
