#pragma once
// explanation.h: which members of the profile still explain everything a subject did, over the whole run of a dtype.
// Used by SubjectCheck, which excludes members, and by the runner, which asks at the end whether one is left.
// One member must explain all problems: a subject that borrows a different looseness on each problem is caught here.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attncheck/oracle.h"
#include "attncheck/verdict.h"

namespace attncheck {

class Explanation {
 public:
  explicit Explanation(const MemberSet& candidates) : candidates_(candidates), possible_(candidates) {}

  /// What excluded a member first.
  struct Exclusion {
    Problem problem;
    Tensor output;
    Cell cell;
    std::string property;
  };

  /// A proof that none of `members` explains `problem`; the first proof against each is kept.
  void exclude(const MemberSet& members, const Exclusion& why);

  /// Remembers a few ordinary problems on which the members' bounds can be compared afterwards.
  void remember(const Problem& problem);

  /// What came after this, as if it had been said here.
  void add(const Explanation& later);

  const MemberSet& candidates() const { return candidates_; }
  const MemberSet& possible() const { return possible_; }
  const std::map<int, std::shared_ptr<const Exclusion>>& exclusions() const { return exclusions_; }
  const std::vector<Problem>& remembered() const { return remembered_; }

  /// A smallest-first choice of exclusions that together leave no member. Empty when a member is left.
  std::vector<Exclusion> cover(Oracle& oracle) const;

  /// The possible member with the smallest bounds (geometric mean) on the remembered problems, or -1.
  int tightest(Oracle& oracle) const;

 private:
  MemberSet candidates_;
  MemberSet possible_;
  std::map<int, std::shared_ptr<const Exclusion>> exclusions_;
  std::vector<Problem> remembered_;
};

}  // namespace attncheck
