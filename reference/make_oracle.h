#pragma once
// make_oracle.h: the way to the reference.
// Used by src/run (and tests). Errors: std::invalid_argument for an unknown profile name, listing the known ones, for a
// file that is no profile, and for a profile that describes another dtype.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "attncheck/oracle.h"

namespace attncheck {

struct OracleOptions {
  std::string profile = "any";   // a name, or the path of a TOML file: then it has a '/' or ends in .toml
  std::uint64_t audit_seed = 0;  // which rows are audited
  int audit_every = 500;         // about one row in so many is re-done by the exact tier
};

/// All built-in profiles: "any" first, then those a subject may declare.
std::vector<Profile> profiles();
/// Those that describe subjects of a dtype.
std::vector<Profile> profiles(DType dtype);

/// Is this the path of a profile's file and not the name of a built-in one? It has a '/' or ends in .toml.
bool is_profile_path(const std::string& name);

/// One profile, by its name or the path of its file.
Profile find_profile(const std::string& name);

/// An oracle for problems of `dtype`, judging by the named profile.
std::unique_ptr<Oracle> make_oracle(DType dtype, const OracleOptions& options);

}  // namespace attncheck
