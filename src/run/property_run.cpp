#include "run/property_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>

#include "attncheck/random.h"
#include "run/smaller.h"

namespace attncheck {
namespace {

/// A hang or a flood of memory costs seconds a call, so few are enough both to shrink one and to know.
constexpr int costly_calls_per_property = 3;

/// Encloses the bad element again with intervals. Throws std::logic_error when that does not confirm the failure.
void prove(Finding& finding, Oracle& oracle) {
  const Cell claimed = *finding.cell;
  finding.cell = oracle.prove(finding.problem, claimed);
  finding.bound_from = oracle.bound_terms(finding.problem, claimed);
  const double distance = std::abs(claimed.observed - finding.cell->centre) - finding.cell->radius;
  if (std::isfinite(claimed.observed) && !(distance > claimed.bound))
    throw std::logic_error(fmt::format("the exact tier does not confirm output[{}][{}]: {} is within {} of {} +- {}",
                                       claimed.row, claimed.column, claimed.observed, claimed.bound,
                                       finding.cell->centre, finding.cell->radius));
}

Finding to_finding(const EngineResult& engine) {
  const CaseFailed& failed = *engine.failure;
  return {failed.problem,       failed.output,    failed.cell, failed.message, failed.subject_stderr, engine.problems,
          engine.shrinks_tried, engine.reproduce, {},          failed.drawn};
}

void set_outcome(PropertyResult& result, const EngineResult& engine, const CheckContext& context) {
  switch (engine.kind) {
    case EngineResult::Kind::success:
      // A body may compare in its own way (RC_ASSERT, EXPECT_*), which nobody counts; calling nothing is never a pass.
      if (context.calls == 0) {
        result.outcome = Outcome::inconclusive;
        result.reason = context.undecided > 0 ? "no problem of it could be decided" : "its body never ran the subject";
      } else if (context.comparisons == 0 && context.undecided > 0) {
        result.outcome = Outcome::inconclusive;
        result.reason = "no problem of it could be decided";
      }
      return;
    case EngineResult::Kind::gave_up:
      result.outcome = Outcome::gave_up;
      result.reason = engine.description;
      return;
    case EngineResult::Kind::error:
      result.outcome = Outcome::checker_error;
      result.reason = engine.description;
      return;
    case EngineResult::Kind::failure:
      break;
  }
  result.outcome = engine.failure->outcome;
  if (context.calls == 0 && result.outcome == Outcome::falsified) {
    result.outcome = Outcome::checker_error;
    result.reason = "its body failed before it ran the subject: " + engine.failure->message;
    return;
  }
  if (result.outcome == Outcome::checker_error) result.reason = engine.failure->message;
  result.findings.push_back(to_finding(engine));
}

/// What is wrong in one answer is told on the smallest problem on which it is.
void shrink_and_prove(PropertyResult& result, const EngineResult& engine, const DTypeRun& shared) {
  if (result.findings.empty() || !engine.failure->provable) return;
  Finding& finding = result.findings.back();
  const int left = shared.effort.shrink_budget - static_cast<int>(engine.shrinks_tried);
  Index tries = 0;
  if (const auto smaller = made_smaller(*engine.failure, shared, left, tries)) {
    finding.problem = smaller->problem;
    finding.output = smaller->output;
    finding.cell = smaller->cell;
    finding.message = smaller->message;
    finding.subject_stderr = smaller->subject_stderr;
    finding.drawn.clear();
  }
  finding.shrink_steps += tries;
  prove(finding, shared.oracle);
}

/// One execution of the body; whatever ends it leaves as an exception.
class Body {
 public:
  Body(const Property& property, const DTypeRun& shared, CheckContext& context)
      : property_(property), shared_(shared), context_(context) {}

  void operator()(Drawer& drawer) {
    check_.emplace(context_, drawer);
    try {
      guarded();
    } catch (const NotApplicable& nothing) {
      not_applicable = nothing.reason;
      if (nothing.whole_property) throw;
    } catch (const CaseFailed& failed) {
      if (failed.outcome == Outcome::timed_out || failed.outcome == Outcome::out_of_memory) ++costly_calls;
      throw;
    }
  }

  CaseFailed describe(Outcome outcome, const std::string& message) const { return check_->failure(outcome, message); }

  std::string not_applicable;
  int costly_calls = 0;

 private:
  void guarded() {
    const auto& guard = shared_.options.body_guard;
    if (!guard) return property_.body(*check_);
    const std::optional<std::string> failed = guard([&] { property_.body(*check_); });
    if (failed) throw check_->failure(Outcome::falsified, *failed);
  }

  const Property& property_;
  const DTypeRun& shared_;
  CheckContext& context_;
  std::optional<SubjectCheck> check_;
};

EngineParams engine_params(const Property& property, const DTypeRun& shared, const Body& body) {
  EngineParams params;
  params.id = fmt::format("{}/{}", property.id(), info(shared.dtype).name);
  params.seed = mix_seed(shared.options.seed, params.id);
  params.problems = problems_of(property, shared.dtype, shared.effort);
  params.shrink_budget = shared.effort.shrink_budget;
  params.dtype = shared.dtype;
  params.limits = shared.declared.limits;
  params.brake = [&shared, &body] { return body.costly_calls >= costly_calls_per_property || shared.brake(); };
  return params;
}

void judge(PropertyResult& result, const Property& property, const DTypeRun& shared) {
  CheckContext context{.subject = shared.subject,
                       .oracle = shared.oracle,
                       .explanation = shared.explanation,
                       .property = result.id,
                       .dtype = shared.dtype,
                       .false_alarm = shared.false_alarm,
                       .promises = shared.declared.promises,
                       .shapes = shared.declared.limits.shapes,
                       .most_logit = shared.declared.limits.max_logit,
                       .coverage = {},
                       .families = {}};
  Body body(property, shared, context);
  shared.subject.restart();
  const EngineResult engine = run_engine(
      engine_params(property, shared, body), [&](Drawer& drawer) { body(drawer); },
      [&](Outcome outcome, const std::string& message) { return body.describe(outcome, message); });
  set_outcome(result, engine, context);
  const bool undecided = result.outcome == Outcome::inconclusive || result.outcome == Outcome::gave_up;
  if (!body.not_applicable.empty() && undecided) {
    result.outcome = Outcome::not_applicable;
    result.reason = body.not_applicable;
  }
  shrink_and_prove(result, engine, shared);
  result.problems = engine.problems;
  result.calls = context.calls;
  result.turns = context.turns;
  result.worst_ratio = context.worst_ratio;
  result.coverage = context.coverage;
  result.families = context.families;
  result.samples = context.samples.all();
  for (const auto& [tags, count] : engine.distribution) result.tags[fmt::format("{}", fmt::join(tags, ", "))] += count;
}

}  // namespace

PropertyResult run_property(const Property& property, const DTypeRun& shared) {
  PropertyResult result;
  result.id = property.id();
  result.claim = property.claim;
  result.dtype = shared.dtype;
  const auto start = std::chrono::steady_clock::now();
  try {
    judge(result, property, shared);
  } catch (const std::exception& error) {
    result.outcome = Outcome::checker_error;
    result.reason = error.what();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace attncheck
