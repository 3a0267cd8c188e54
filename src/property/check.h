#pragma once
// check.h: the Check that runs a real subject and compares with the oracle. One object per execution of a body.
// Used by the runner (and, with fixed draws, by replay and tests). A comparison that fails throws CaseFailed.
#include <map>
#include <string>

#include "attncheck/property.h"
#include "core/coverage.h"
#include "core/samples.h"
#include "core/shape_limits.h"
#include "property/case_failed.h"
#include "property/drawer.h"
#include "property/explanation.h"

namespace attncheck {

/// What the subject declared about its conduct.
struct Promises {
  bool repeatable = true;   // two calls on the same problem give the same bits
  bool concurrent = false;  // calls from several threads at once are allowed
  bool passes_nan = false;  // NaN in a key reaches the rows that see it, and no other
};

/// What all executions of one property on one dtype share.
struct CheckContext {
  Subject& subject;
  Oracle& oracle;
  Explanation& explanation;
  std::string property;  // id, for the exclusions
  DType dtype = DType::float32;
  double false_alarm = 0;  // per statistical test
  Promises promises;
  ShapeLimits shapes{};
  double most_logit = any_logit;
  Index comparisons = 0;  // elements and conditions compared
  Index undecided = 0;    // comparisons that could decide nothing
  Index calls = 0;
  Index turns = 0;  // of what is drawn in turn
  double worst_ratio = 0;
  double closest = 0;  // of right rows, to what every member allows
  Coverage coverage = {};
  std::map<std::string, int> families;
  Samples samples = {};
};

class SubjectCheck final : public Check {
 public:
  SubjectCheck(CheckContext& context, Drawer& drawer) : context_(context), drawer_(drawer) {}

  Problem draw_problem(const ProblemSpec& spec) override;
  Index draw_index(Index count, std::string_view label) override;
  std::uint64_t draw_seed(std::string_view label) override;
  Index draw_in_turn(Index count) override;
  bool offers(DType dtype) const override;
  DType dtype() const override { return context_.dtype; }
  Index most_tokens() const override { return context_.shapes.max_tokens; }
  std::optional<Shape> nearest_taken(const Shape& wish) const override { return nearest(wish, context_.shapes, {}); }
  bool takes(const Shape& shape, bool causal) const override { return context_.shapes.why_not(shape, causal).empty(); }
  double most_logit() const override { return context_.most_logit; }

  Tensor run(const Problem& problem, Prefill prefill) override;
  Tensor run_from_threads(const Problem& problem, int threads) override;
  void fresh_process() override { context_.subject.restart(); }
  const CallReport& last_call() const override { return report_; }

  const Profile& profile() const override { return context_.oracle.profile(); }
  RowAnswer answer(const Problem& problem, Index row) override;

  void within_bound(const Problem& problem, const Tensor& output) override;
  void within(double observed, double expected, const Allowed& allowed, const std::string& what,
              std::optional<Cell> cell) override;
  void rows_identical(const Tensor& before, const Tensor& after, Index first, Index last,
                      const std::string& what) override;
  void finite(const Problem& problem, const Tensor& output) override;
  void require(bool condition, const std::string& message) override;
  [[noreturn]] void not_applicable(const std::string& why) override { throw NotApplicable{why, true}; }
  void undecided() override { ++context_.undecided; }
  [[noreturn]] void falsify(const std::string& message, std::optional<Cell> cell) override;
  void counterexample(const Problem& problem, const Tensor& output) override {
    shown_ = problem;
    output_ = output;
  }
  double false_alarm() const override { return context_.false_alarm; }
  bool repeatable() const override { return context_.promises.repeatable; }
  bool concurrent() const override { return context_.promises.concurrent; }
  bool passes_nan() const override { return context_.promises.passes_nan; }

  /// A failure of the current case that was noticed outside (RC_ASSERT, EXPECT_*, an exception).
  CaseFailed failure(Outcome outcome, const std::string& message) const;

 private:
  void keep_to_declared(const Problem& problem) const;
  void note(const Problem& problem, const Judgement& judgement);
  Tensor take(const Problem& problem, CallReport report);
  void exclude(const MemberSet& members, const Problem& problem, const Tensor& output, const Cell& cell);
  bool nothing_explains() const { return (profile().all() & ~excluded_).none(); }

  CheckContext& context_;
  Drawer& drawer_;
  Problem ran_;                   // of the last call
  double ran_logit_ = 0;          // the largest of it
  std::optional<Problem> shown_;  // what the property wants shown
  std::optional<Tensor> output_;  // of the last call
  CallReport report_;
  MemberSet excluded_;  // by this case alone
  std::string drawn_;   // choices beside problems
};

/// Rows on which a long problem is compared: all of a short one; else the first, the last, both sides of powers of two
/// and of multiples of 64, and some that depend on the problem. In ascending order.
std::vector<Index> rows_to_compare(const Problem& problem);

/// Do both hold the same number, +0 and -0 being the same, and NaN the same as NaN?
bool identical(double a, double b);

}  // namespace attncheck
