#pragma once
// profile.h: how a correct subject may compute: a closed list of honest arithmetics.
// A subject is judged by a profile; it holds when ONE member of the profile explains all its problems.
// Used by the oracle (which owns the list), by Check and by the report.
#include <bitset>
#include <string>
#include <vector>

namespace attncheck {

inline constexpr int max_members = 64;

/// One bit a member of the profile in use.
using MemberSet = std::bitset<max_members>;

/// One number a member of the profile in use: what each of them allows.
using Allowed = std::vector<double>;

struct Member {
  std::string name;     // "running mean, exp2"
  std::string meaning;  // one sentence for `attncheck explain`
};

struct Profile {
  std::string name;  // "any"
  std::string meaning;
  std::vector<Member> members;  // at most max_members

  int size() const { return static_cast<int>(members.size()); }
  MemberSet all() const {
    MemberSet set;
    for (int member = 0; member < size(); ++member) set.set(static_cast<std::size_t>(member));
    return set;
  }
};

}  // namespace attncheck
