#pragma once
// arithmetic_rules.h: what no arithmetic can be at once, or the error bound says nothing about.
// Used by profile_file. Errors: none. Source: docs/error-bounds.md, docs/profiles.md; certificates.h for what they
// need.
#include <optional>
#include <string>

#include "attncheck/dtype.h"
#include "reference/arithmetic.h"

namespace attncheck {

struct Contradiction {
  std::string key;  // the field at fault
  std::string why;  // what was wrong, what is expected
};

/// The first contradiction of an arithmetic on subjects of `dtype` (nothing: of every dtype), or nothing.
std::optional<Contradiction> contradiction_of(const Arithmetic& arithmetic, const std::optional<DType>& dtype);

}  // namespace attncheck
