#pragma once
// shrink.h: the smaller problems next to a problem, in the order they are tried.
// Used by problem_gen (as a Shrinkable) and by shrink_problem. Order: tokens (chunks from the end, then single ones),
// head_dim, value_dim, causal to not causal, then values: whole tensors, then ever smaller pieces, to 0, 1, signs,
// small integers, powers of two, three significant bits. What the spec asks for is kept. Every candidate is strictly
// smaller (sizes, then cost_of its elements), so that shrinking ends. Source of the chunks: Zeller and Hildebrandt,
// Simplifying and Isolating Failure-Inducing Input (ddmin).
#include <memory>
#include <optional>

#include "draw/engine.h"

namespace attncheck {

/// How hard a number is to check by hand: 0, 1, -1, 2, -2, ..., powers of two, integers, few bits, many bits.
double cost_of(double value);

/// Where in the list of candidates a round is.
struct ShrinkPlace {
  std::size_t stage = 0;
  Index item = 0;
};

/// The candidates of one problem, each once. A round starts where the last success was, so that what has just failed to
/// shrink is tried last and not first.
class ShrinkRound {
 public:
  ShrinkRound(std::shared_ptr<const Problem> problem, const ProblemSpec& spec, const DrawLimits& limits,
              ShrinkPlace start = {});

  /// The next smaller admissible problem, or nothing when the round is complete.
  std::optional<Problem> next();

  /// Where the last candidate was found: the start of its own round.
  ShrinkPlace place() const { return last_; }

 private:
  Index items(std::size_t stage) const;
  std::optional<Problem> candidate(const ShrinkPlace& place) const;

  std::shared_ptr<const Problem> problem_;
  ProblemSpec spec_;
  DrawLimits limits_;
  ShrinkPlace start_;
  ShrinkPlace now_;
  ShrinkPlace last_;
  bool wrapped_ = false;
};

}  // namespace attncheck
