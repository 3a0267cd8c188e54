#pragma once
// make_oracle.h: the way to the reference.
// Used by src/run (and tests). Errors: std::invalid_argument for an unknown profile name, listing the known ones.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "attncheck/oracle.h"

namespace attncheck {

struct OracleOptions {
  std::string profile = "any";
  std::uint64_t audit_seed = 0;  // which rows are audited
  int audit_every = 500;         // about one row in so many is re-done by the exact tier
};

/// All profiles for a dtype: "any" first, then those a subject may declare.
std::vector<Profile> profiles(DType dtype);

/// An oracle for problems of `dtype`, judging by the named profile.
std::unique_ptr<Oracle> make_oracle(DType dtype, const OracleOptions& options);

}  // namespace attncheck
