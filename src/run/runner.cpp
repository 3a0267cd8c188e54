#include "run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "attncheck/random.h"
#include "diagnose/diagnose.h"
#include "process/interruption.h"
#include "reference/make_oracle.h"
#include "run/property_run.h"

namespace attncheck {
namespace {

/// The false alarms of a whole run together stay below this.
constexpr double false_alarm_of_a_run = 1e-9;

/// After a property ended so, the next ones would spend minutes to say the same.
bool costs_minutes(Outcome outcome) { return outcome == Outcome::timed_out || outcome == Outcome::out_of_memory; }
constexpr int costly_failures_allowed = 1;

/// Seconds that have passed, or somebody who wants an end.
std::function<bool()> emergency_brake(const std::optional<double>& seconds) {
  if (!seconds) return [] { return interrupted_by() != nullptr; };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(*seconds);
  return [deadline] { return interrupted_by() != nullptr || std::chrono::steady_clock::now() >= deadline; };
}

std::string reason_of_the_brake() {
  return interrupted_by() == nullptr ? "the emergency brake ended the run"
                                     : fmt::format("{} ended the run", interrupted_by());
}

/// Thousands of candidates are asked each counterexample.
bool is_small(const Shape& shape) {
  return shape.tokens * shape.tokens * (shape.head_dim + shape.value_dim) <= Index{1} << 18;
}

/// The claims that only a subject breaks whose answers depend on earlier calls.
bool shows_memory(const std::string& id) {
  return id == "conduct/calls_do_not_disturb_each_other" || id == "conduct/dtypes_do_not_disturb_each_other";
}

PropertyResult not_run(const Property& property, DType dtype, Outcome outcome, const std::string& reason) {
  PropertyResult result;
  result.id = property.id();
  result.claim = property.claim;
  result.dtype = dtype;
  result.outcome = outcome;
  result.reason = reason;
  return result;
}

Explained explain(const DTypeRun& shared) {
  const Profile& profile = shared.oracle.profile();
  Explained explained;
  explained.dtype = shared.dtype;
  explained.profile = profile.name;
  for (int member = 0; member < profile.size(); ++member)
    if (shared.explanation.possible().test(static_cast<std::size_t>(member)))
      explained.members.push_back(profile.members[static_cast<std::size_t>(member)].name);
  const int tightest = shared.explanation.tightest(shared.oracle);
  if (tightest >= 0) explained.tightest = profile.members[static_cast<std::size_t>(tightest)].name;
  explained.audited_rows = shared.oracle.audit().rows;
  return explained;
}

class Run {
 public:
  Run(Subject& subject, std::vector<const Property*> properties, const RunOptions& options)
      : subject_(subject),
        properties_(std::move(properties)),
        options_(options),
        brake_(emergency_brake(options.seconds)) {
    result.wall = subject.wall();
  }

  void on(DType dtype, const Declared& declared, const Effort& effort, double false_alarm) {
    const auto oracle = make_oracle(
        dtype, {.profile = declared.profile, .audit_seed = mix_seed(options_.seed, "audit"), .audit_every = 500});
    Explanation explanation(oracle->profile().all());
    failed_ = false;
    const DTypeRun shared{subject_, *oracle, explanation, dtype, options_, effort, declared, false_alarm, brake_};
    for (const Property* property : properties_) one(*property, shared);
    if (!failed_) together(shared);
    if (failed_) withhold(dtype);
    if (options_.diagnose) name_mistake(shared);
    if (oracle->audit().disagreements > 0) add(audit_failed(dtype, oracle->audit()));
    result.explained.push_back(explain(shared));
  }

  RunResult result;

 private:
  void one(const Property& property, const DTypeRun& shared) {
    if (options_.progress) options_.progress(fmt::format("{} {}", info(shared.dtype).name, property.id()));
    if (brake_()) return add(not_run(property, shared.dtype, Outcome::gave_up, reason_of_the_brake()));
    if (options_.fail_fast && !first_failure_.empty())
      return add(not_run(property, shared.dtype, Outcome::withheld, first_failure_ + " failed, and --fail-fast"));
    if (costly_ >= costly_failures_allowed)
      return add(not_run(property, shared.dtype, Outcome::withheld, "the subject hung or ran out of memory already"));
    add(run_property(property, shared));
  }

  void together(const DTypeRun& shared) {
    std::optional<PropertyResult> found;
    try {
      found = explain_together(shared);
    } catch (const std::exception& error) {
      found = PropertyResult{};
      found->id = together_id;
      found->outcome = Outcome::checker_error;
      found->reason = error.what();
    }
    if (found) add(*found);
  }

  /// What could decide nothing beside a failure was kept from it by what failed.
  void withhold(DType dtype) {
    for (PropertyResult& property : result.properties) {
      if (property.dtype != dtype || property.outcome != Outcome::inconclusive) continue;
      property.outcome = Outcome::withheld;
      property.reason = "what it would read from the output is not there; see what failed";
    }
  }

  /// A hint, so whatever goes wrong with it costs the hint and not the verdict.
  void name_mistake(const DTypeRun& shared) {
    bool falsified = false;
    DiagnosisParams params{shared.dtype, options_.seed, shared.declared.limits, {}};
    for (const PropertyResult& property : result.properties) {
      if (property.dtype != shared.dtype || property.outcome != Outcome::falsified) continue;
      params.remembers = params.remembers || shows_memory(property.id);
      for (const Finding& finding : property.findings) {
        falsified = true;
        if (is_small(finding.problem.shape)) params.counterexamples.push_back(finding.problem);
      }
    }
    if (!falsified || costly_ > 0 || brake_()) return;
    if (options_.progress) options_.progress(fmt::format("{} diagnosis", info(shared.dtype).name));
    try {
      if (const auto diagnosis = diagnose(subject_, params)) result.diagnoses.push_back(*diagnosis);
    } catch (const std::exception&) {}
  }

  static PropertyResult audit_failed(DType dtype, const Oracle::Audit& audit) {
    PropertyResult wrong;
    wrong.id = "reference/audit";
    wrong.claim = "the fast tier encloses what the exact tier computes";
    wrong.dtype = dtype;
    wrong.outcome = Outcome::checker_error;
    wrong.reason = fmt::format("{} of {} audited rows disagree", audit.disagreements, audit.rows);
    return wrong;
  }

  void add(PropertyResult property) {
    failed_ = failed_ || against_subject(property.outcome);
    if (failed_ && first_failure_.empty()) first_failure_ = property.id;
    if (costs_minutes(property.outcome)) ++costly_;
    if (options_.finished) options_.finished(property);
    result.properties.push_back(std::move(property));
  }

  Subject& subject_;
  std::vector<const Property*> properties_;
  const RunOptions& options_;
  std::function<bool()> brake_;
  int costly_ = 0;
  bool failed_ = false;
  std::string first_failure_;  // on any dtype
};

}  // namespace

RunResult run(Subject& subject, const std::vector<const Property*>& properties, const RunOptions& options) {
  const std::map<std::string, std::string> texts = declared_of(subject, options.declared);
  const Declared declared = read_declared(texts);
  const Effort& chosen = effort(options.effort);
  const std::vector<DType> dtypes = select(subject, options.dtype);
  require_described(declared, dtypes);
  const std::vector<const Property*> selected = select(properties, options.properties);
  const double tests = static_cast<double>(std::max<std::size_t>(1, selected.size()) * dtypes.size()) * chosen.problems;
  Run run(subject, selected, options);
  run.result.subject = subject.name();
  run.result.seed = options.seed;
  run.result.effort = options.effort;
  run.result.declared = texts;
  for (const DType dtype : dtypes) run.on(dtype, declared_on(declared, dtype), chosen, false_alarm_of_a_run / tests);
  return std::move(run.result);
}

}  // namespace attncheck
