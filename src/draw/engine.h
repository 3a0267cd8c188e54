#pragma once
// engine.h: runs the body of one property on many drawn problems with RapidCheck and shrinks what fails.
// Used by src/run. The only room that knows RapidCheck.
// Effort is counted: `problems` cases, then shrinks worth at most `shrink_budget`: one each, more for large problems
// and for cases of many calls. A case that drew no problem and is provable by itself is left to who can shrink its
// problem. The same parameters draw the same problems.
//
// The size RapidCheck gives to case k is exactly k: it is the ordinal in the schedule of draw/schedule.h.
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/shape_limits.h"
#include "property/case_failed.h"
#include "property/drawer.h"

namespace attncheck {

/// What the subject declared about the problems it accepts.
struct DrawLimits {
  double max_logit = 1e300;
  ShapeLimits shapes{};
  double max_value = std::numeric_limits<double>::infinity();  // |value| is at most this
  std::optional<NarrowType> inputs = std::nullopt;             // query, key and value are numbers of it
};

struct EngineParams {
  std::string id;  // "causality/future_is_invisible/float32", the key of RC_PARAMS reproduce strings
  std::uint64_t seed = 0;
  int problems = 100;
  int shrink_budget = 500;
  DType dtype = DType::float32;
  DrawLimits limits;
  std::function<bool()> brake;  // true: stop drawing and shrinking now (emergency brake)
};

struct EngineResult {
  enum class Kind { success, failure, gave_up, error };
  Kind kind = Kind::success;
  std::optional<CaseFailed> failure;  // kind failure: the smallest case that still failed with the same outcome
  Index problems = 0;                 // cases run before shrinking, the failing one included, discarded ones not
  Index shrinks_tried = 0;
  std::string reproduce;                                 // kind failure: RC_PARAMS text that replays it
  std::string description;                               // kind gave_up and error: why
  std::map<std::vector<std::string>, int> distribution;  // tags of RC_TAG and RC_CLASSIFY
};

/// Runs `body` on drawn problems. A body fails by throwing CaseFailed, by RC_ASSERT and friends, or by any exception;
/// `describe(outcome, message)` turns the latter two into a CaseFailed with the problem of the current case
/// (RC_ASSERT: falsified; std::exception: checker_error). RC_PARAMS of the environment is honoured
/// (seed, max_success, max_discard_ratio, noshrink, reproduce); a key or value it cannot use is Kind::error.
/// A draw whose spec the limits leave no problem for throws NotApplicable through the body; when the body lets it
/// through, the engine gave_up. A property that RC_PARAMS does not reproduce, and a reproduced case that now holds, are
/// Kind::gave_up: never a pass.
EngineResult run_engine(const EngineParams& params, const std::function<void(Drawer&)>& body,
                        const std::function<CaseFailed(Outcome, const std::string&)>& describe);

/// What one try with a problem of this shape costs of a shrink budget: 1 for every 2^18 multiplications of its
/// matrices, the exponential of each logit counted as four.
double shrink_price(const Shape& shape);

/// Makes `problem` smaller while `fails(smaller)`: tokens, then dims, then values to 0, +-1, small integers, powers of
/// two. Tries worth at most `budget`. Keeps what `spec` asks for, and stays within `limits`.
Problem shrink_problem(Problem problem, const ProblemSpec& spec, const std::function<bool(const Problem&)>& fails,
                       int budget, const DrawLimits& limits = {});

}  // namespace attncheck
