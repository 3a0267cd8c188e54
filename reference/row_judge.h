#pragma once
// row_judge.h: compares one output row with the truth for every member of a profile still possible.
// Used by the oracle. Bounds of a flushing member are computed only once its base is excluded: they are never smaller.
// Errors: none. Source: docs/error-bounds.md, "Judging".
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "attncheck/oracle.h"
#include "reference/error_bound.h"
#include "reference/exact.h"
#include "reference/profiles.h"

namespace attncheck {

/// Bounds of all members that are asked for, of one row.
class MemberBounds {
 public:
  MemberBounds(const ArithmeticProfile& profile, const Problem& problem, const RowStats& row)
      : profile_(profile), bound_(problem, row), of_(profile.members.size()) {}

  /// [value_dim]; computed on first use, never below the base's.
  const std::vector<double>& of(int member);

 private:
  const ArithmeticProfile& profile_;
  ErrorBound bound_;
  std::vector<std::optional<std::vector<double>>> of_;
};

class RowJudge {
 public:
  /// Everything must outlive this object. `output` is the row observed.
  RowJudge(const ArithmeticProfile& profile, const Problem& problem, Index row, const RowStats& stats,
           std::span<const double> output);

  /// At most 1 where the whole row is proven right for every member of the profile: then judge() would exclude none.
  std::optional<double> ratio_to_tightest() const;

  /// Adds this row to the judgement. Precondition: the row cannot overflow.
  void judge(const MemberSet& candidates, Judgement& judgement);

  /// Elements that the float64 radius could not decide.
  Index escalations() const { return escalations_; }

 private:
  void judge_element(Index column, const MemberSet& candidates, Judgement& judgement);
  bool beyond(Index column, double bound);
  Cell cell(Index column, double bound) const;
  void exclude(int member, const Cell& cell, Judgement& judgement) const;
  Distance distance(Index column, int round);

  const ArithmeticProfile& profile_;
  const Problem& problem_;
  Index row_;
  const RowStats& stats_;
  std::span<const double> output_;
  std::optional<MemberBounds> bounds_;
  std::map<int, Enclosure> enclosures_;  // by round of precision
  Index escalations_ = 0;
  Index undecided_ = 0;
};

}  // namespace attncheck
