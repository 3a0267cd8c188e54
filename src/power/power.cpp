#include "power/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <stdexcept>

#include "power/peers.h"
#include "run/plan.h"
#include "run/runner.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

/// Faults that hang or leak are ended early: nobody waits for a just-in-time compiler or a large model here.
constexpr Limits fault_limits{
    .start_seconds = 30, .first_call_seconds = 1.2, .call_seconds = 0.8, .resident_bytes = std::uint64_t{512} << 20};

PowerRun summary_of(const RunResult& result) {
  PowerRun run;
  run.seed = result.seed;
  run.effort = result.effort;
  run.exit_code = result.exit_code();
  for (const PropertyResult& property : result.properties) {
    const bool first = run.against.empty();
    if (!against_subject(property.outcome)) {
      if (first) run.problems += property.problems;
      continue;
    }
    run.against.push_back(property.id);
    if (!first || property.findings.empty()) continue;
    run.problems += property.findings[0].found_after;
    run.smallest = property.findings[0].problem.shape;
  }
  return run;
}

class Measurement {
 public:
  Measurement(const std::vector<const Property*>& properties, const PowerOptions& options)
      : properties_(properties), options_(options) {}

  FaultPower of(const Fault& fault) {
    FaultPower power;
    power.fault = &fault;
    const std::unique_ptr<Subject> subject = open("fault:" + fault.id(), fault_limits);
    const DType dtype = fault.card().shows_on().dtype;  // float32, unless float64 alone shows it
    for (const std::uint64_t seed : options_.seeds) {
      PowerRun run = judge(*subject, seed, options_.effort, dtype);
      if (!run.caught() && options_.effort == "quick") run = judge(*subject, seed, "default", dtype);
      power.runs.push_back(std::move(run));
    }
    if (!options_.peers) return power;
    for (const Peer& peer : peers()) {
      say(fmt::format("fault:{}, {}", fault.id(), peer.name));
      subject->restart();
      power.caught_by_peers.push_back(notices(peer, *subject));
    }
    return power;
  }

  CorrectPower of(const std::string& correct) {
    CorrectPower power{correct, {}};
    const std::unique_ptr<Subject> subject = open(correct, Limits{});
    for (const std::uint64_t seed : options_.seeds)
      power.runs.push_back(judge(*subject, seed, options_.effort, std::nullopt));
    return power;
  }

 private:
  static std::unique_ptr<Subject> open(const std::string& spec, const Limits& limits) {
    std::ostringstream log;
    return open_subject(spec, log, {.limits = limits});
  }

  PowerRun judge(Subject& subject, std::uint64_t seed, const std::string& effort, const std::optional<DType>& dtype) {
    say(fmt::format("{}, seed {}, effort {}", subject.name(), seed, effort));
    RunOptions options;
    options.effort = effort;
    options.seed = seed;
    options.dtype = dtype;
    std::optional<double> first_finding;
    const auto start = std::chrono::steady_clock::now();
    options.finished = [&](const PropertyResult& property) {
      if (!first_finding && against_subject(property.outcome))
        first_finding = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    PowerRun done = summary_of(run(subject, properties_, options));
    done.seconds = first_finding.value_or(0);
    return done;
  }

  void say(const std::string& line) const {
    if (options_.progress) options_.progress(line);
  }

  const std::vector<const Property*>& properties_;
  const PowerOptions& options_;
};

template <class T>
T middle(std::vector<T> values) {
  if (values.empty()) return T{};
  const auto centre = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, centre);
  return *centre;
}

}  // namespace

bool FaultPower::always_caught() const { return std::ranges::all_of(runs, &PowerRun::caught); }

bool PowerResult::catches_something(const Property& property) const {
  return std::ranges::any_of(faults, [&](const FaultPower& fault) {
    return std::ranges::any_of(fault.runs, [&](const PowerRun& run) {
      return std::ranges::find(run.against, property.id()) != run.against.end();
    });
  });
}

int PowerResult::exit_code() const {
  const bool all_caught = std::ranges::all_of(faults, &FaultPower::always_caught);
  const bool none_flagged = std::ranges::all_of(correct, [](const CorrectPower& subject) {
    return std::ranges::all_of(subject.runs, [](const PowerRun& run) { return run.exit_code == 0; });
  });
  if (!all_caught || !none_flagged) return 1;
  return not_judged.empty() ? 0 : 4;
}

PowerThings things_to_measure(const std::vector<const Fault*>& faults, const PowerOptions& options) {
  PowerThings things{{}, options.correct};
  for (const Fault* fault : faults)
    if (matches(options.faults, fault->id())) things.faults.push_back(fault->id());
  if (things.faults.empty() && !options.faults.empty())
    throw std::invalid_argument(fmt::format("no fault matches {} (attncheck list shows them)", options.faults));
  return things;
}

PowerResult measure_power(const std::vector<const Property*>& properties, const std::vector<const Fault*>& faults,
                          const PowerOptions& options) {
  PowerResult result;
  result.properties = select(properties, "*");
  result.effort = options.effort;
  if (options.peers)
    for (const Peer& peer : peers()) result.peers.push_back(peer.name);
  Measurement measurement(properties, options);
  things_to_measure(faults, options);
  std::size_t k = 0;
  for (const Fault* fault : faults)
    if (matches(options.faults, fault->id()) && options.shard.has(k++)) result.faults.push_back(measurement.of(*fault));
  for (const std::string& subject : options.correct)
    if (options.shard.has(k++)) result.correct.push_back(measurement.of(subject));
  return result;
}

PowerMedians medians(const PowerResult& result) {
  std::vector<double> seconds;
  std::vector<Index> problems, tokens, dims;
  for (const FaultPower& fault : result.faults)
    for (const PowerRun& run : fault.runs) {
      if (!run.caught()) continue;
      seconds.push_back(run.seconds);
      problems.push_back(run.problems);
      tokens.push_back(run.smallest.tokens);
      dims.push_back(std::max(run.smallest.head_dim, run.smallest.value_dim));
    }
  PowerMedians found{middle(seconds), 0, middle(problems), middle(tokens), middle(dims)};
  for (const double second : seconds) found.worst_seconds = std::max(found.worst_seconds, second);
  return found;
}

}  // namespace attncheck
