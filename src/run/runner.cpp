#include "run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "attncheck/random.h"
#include "diagnose/diagnose.h"
#include "process/interruption.h"
#include "process/workers.h"
#include "reference/make_oracle.h"
#include "run/part.h"
#include "run/parts_elsewhere.h"
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

Explained explain(const DTypeRun& shared, Index audited_rows) {
  const Profile& profile = shared.oracle.profile();
  Explained explained;
  explained.dtype = shared.dtype;
  explained.profile = profile.name;
  for (int member = 0; member < profile.size(); ++member)
    if (shared.explanation.possible().test(static_cast<std::size_t>(member)))
      explained.members.push_back(profile.members[static_cast<std::size_t>(member)].name);
  const int tightest = shared.explanation.tightest(shared.oracle);
  if (tightest >= 0) explained.tightest = profile.members[static_cast<std::size_t>(tightest)].name;
  explained.audited_rows = audited_rows;
  return explained;
}

/// What a run will do, for whoever does a part of it.
struct Plan {
  std::vector<const Property*> properties;
  std::vector<DType> dtypes;
  std::vector<Declared> declared;  // on each of them
  const RunOptions& options;
  const Effort& effort;
  double false_alarm;
  std::function<bool()> brake;

  /// Every property on the first dtype, then on the next.
  std::size_t parts() const { return properties.size() * dtypes.size(); }
  Shard shard() const { return options.shard.value_or(Shard{}); }

  std::unique_ptr<Oracle> oracle(std::size_t on, const std::string& part) const {
    const std::uint64_t seed = mix_seed(mix_seed(options.seed, "audit"), part);
    return make_oracle(dtypes[on], {.profile = declared[on].profile, .audit_seed = seed, .audit_every = 500});
  }

  DTypeRun shared(std::size_t on, Subject& subject, Oracle& oracle, Explanation& explanation) const {
    return {subject, oracle, explanation, dtypes[on], options, effort, declared[on], false_alarm, brake};
  }

  /// Nothing of one part reaches another, so that it does not matter which process works it out.
  Part work_out(std::size_t part, Subject& subject) const {
    const Property& property = *properties[part % properties.size()];
    const std::size_t on = part / properties.size();
    const std::unique_ptr<Oracle> own = oracle(on, property.id());
    Explanation explanation(own->profile().all());
    PropertyResult result = run_property(property, shared(on, subject, *own, explanation));
    return {std::move(result), std::move(explanation), own->audit()};
  }
};

/// Nothing when one process is all that may be, or all there is to do.
std::unique_ptr<Workers> workers_of(const Plan& plan, const Subject& subject) {
  if (plan.options.elsewhere != nullptr) return nullptr;
  const int jobs = plan.options.jobs > 0 ? plan.options.jobs : subject.shares_nothing() ? cores() : 1;
  const std::size_t tasks = plan.shard().share(plan.parts());
  const int count = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(jobs), tasks));
  const auto opener = count < 2 ? nullptr : subject.opener();
  if (!opener) return nullptr;
  return std::make_unique<Workers>(count, tasks, [&plan, opener]() -> Workers::Work {
    Plan own = plan;
    own.brake = [] { return false; };  // who it works for ends it
    return [own, subject = std::shared_ptr<Subject>(opener())](std::size_t task) {
      return to_bytes(own.work_out(own.shard().thing(task), *subject));
    };
  });
}

class Run {
 public:
  Run(Subject& subject, const Plan& plan)
      : subject_(subject), plan_(plan), options_(plan.options), workers_(workers_of(plan, subject)) {
    result.wall = subject.wall();
  }

  void on(std::size_t on) {
    const DType dtype = plan_.dtypes[on];
    const auto oracle = plan_.oracle(on, "");
    Explanation explanation(oracle->profile().all());
    failed_ = false;
    audit_ = {};
    const DTypeRun shared = plan_.shared(on, subject_, *oracle, explanation);
    for (std::size_t k = 0; k < plan_.properties.size(); ++k) {
      const std::size_t part = on * plan_.properties.size() + k;
      if (plan_.shard().has(part)) one(part, shared);
    }
    if (!options_.shard) after_all(shared);
    count(oracle->audit());
    if (audit_.disagreements > 0) add(audit_failed(dtype, audit_));
    result.explained.push_back(explain(shared, audit_.rows));
  }

  RunResult result;

 private:
  void one(std::size_t part, const DTypeRun& shared) {
    const Property& property = *plan_.properties[part % plan_.properties.size()];
    if (options_.progress) options_.progress(fmt::format("{} {}", info(shared.dtype).name, property.id()));
    if (options_.fail_fast && !first_failure_.empty())
      return skip(property, shared.dtype, first_failure_ + " failed, and --fail-fast");
    if (costly_ >= costly_failures_allowed)
      return skip(property, shared.dtype, "the subject hung or ran out of memory already");
    const std::optional<Part> done = plan_.brake() ? std::nullopt : worked_out(part);
    if (!done) return add(not_run(property, shared.dtype, Outcome::gave_up, why_not_done(part)));
    if (done->result.id != property.id() || done->result.dtype != shared.dtype)
      throw std::invalid_argument(fmt::format("part {} is {} on {}, but {} on {} is expected", part, done->result.id,
                                              info(done->result.dtype).name, property.id(), info(shared.dtype).name));
    const bool cut_short = done->result.outcome == Outcome::gave_up && plan_.brake();
    if (options_.keep && !cut_short) options_.keep(part, *done);
    shared.explanation.add(done->explanation);
    count(done->audit);
    add(done->result);
  }

  /// What a failure before it keeps from being asked.
  void skip(const Property& property, DType dtype, const std::string& why) {
    workers_.reset();
    add(not_run(property, dtype, Outcome::withheld, why));
  }

  std::string why_not_done(std::size_t part) const {
    return options_.elsewhere != nullptr && !plan_.brake() ? options_.elsewhere->why_missing(part)
                                                           : reason_of_the_brake();
  }

  /// Elsewhere, by a worker, or here when none does it; nothing when it is missing or the brake was pulled meanwhile.
  std::optional<Part> worked_out(std::size_t part) {
    if (options_.elsewhere != nullptr) return options_.elsewhere->part(part);
    if (!workers_) return plan_.work_out(part, subject_);
    if (const std::optional<std::string> bytes = workers_->result(plan_.shard().turn(part), plan_.brake)) {
      Part done = from_bytes(*bytes);
      if (!costs_minutes(done.result.outcome)) return done;
      workers_.reset();  // time and memory may have been short because of them: asked again alone
    }
    return plan_.brake() ? std::nullopt : std::optional(plan_.work_out(part, subject_));
  }

  void count(const Oracle::Audit& audit) {
    audit_.rows += audit.rows;
    audit_.disagreements += audit.disagreements;
  }

  /// What only all parts of a dtype can show.
  void after_all(const DTypeRun& shared) {
    if (!failed_) together(shared);
    if (failed_) withhold(shared.dtype);
    if (options_.diagnose) name_mistake(shared);
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
    if (!falsified || costly_ > 0 || plan_.brake()) return;
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
  const Plan& plan_;
  const RunOptions& options_;
  std::unique_ptr<Workers> workers_;
  Oracle::Audit audit_;  // of the dtype
  int costly_ = 0;
  bool failed_ = false;
  std::string first_failure_;  // on any dtype
};

}  // namespace

RunResult run(Subject& subject, const std::vector<const Property*>& properties, const RunOptions& options) {
  const std::map<std::string, std::string> texts =
      options.takes_its_word ? declared_of(subject, options.declared) : options.declared;
  const Declared declared = read_declared(texts);
  Effort chosen = effort(options.effort);
  if (!options.shrink) chosen.shrink_budget = 0;
  const std::vector<DType> dtypes = select(subject, options.dtype);
  require_described(declared, dtypes);
  Plan plan{select(properties, options.properties), dtypes, {}, options, chosen, 0, emergency_brake(options.seconds)};
  for (const DType dtype : dtypes) plan.declared.push_back(declared_on(declared, dtype));
  plan.false_alarm =
      false_alarm_of_a_run / (static_cast<double>(std::max<std::size_t>(1, plan.parts())) * chosen.problems);
  Run run(subject, plan);
  run.result.subject = subject.name();
  run.result.seed = options.seed;
  run.result.effort = options.effort;
  run.result.declared = texts;
  for (std::size_t on = 0; on < dtypes.size(); ++on) run.on(on);
  return std::move(run.result);
}

}  // namespace attncheck
