#pragma once
// profile.h: how a correct subject may compute: a closed list of honest arithmetics.
// A subject is judged by a profile; it holds when ONE member of the profile explains all its problems.
// Used by the oracle (which owns the list), by Check and by the report.
#include <bitset>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "attncheck/dtype.h"

namespace attncheck {

inline constexpr int max_members = 64;

/// One bit a member of the profile in use.
using MemberSet = std::bitset<max_members>;

/// One number a member of the profile in use: what each of them allows.
using Allowed = std::vector<double>;

struct Member {
  std::string name;                     // "running mean, exp2"
  std::string meaning;                  // one sentence for `attncheck explain`
  std::vector<std::string> steps = {};  // what it does, step by step, for the same
};

struct Profile {
  std::string name;  // "any"
  std::string meaning;
  std::vector<Member> members;  // at most max_members

  std::optional<DType> dtype = std::nullopt;        // it describes subjects of this one only; nothing: of every one
  std::optional<NarrowType> inputs = std::nullopt;  // query, key and value must be numbers of it, or nothing is judged
  // Beyond these a correct subject may leave the range of a type in which it keeps its numbers.
  double max_logit = std::numeric_limits<double>::infinity();
  double max_value = std::numeric_limits<double>::infinity();

  int size() const { return static_cast<int>(members.size()); }
  MemberSet all() const {
    MemberSet set;
    for (int member = 0; member < size(); ++member) set.set(static_cast<std::size_t>(member));
    return set;
  }
};

}  // namespace attncheck
