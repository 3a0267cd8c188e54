#pragma once
// power.h: how strong the suite is: which property notices which fault, and how soon; and whether anything correct is
// flagged. Used by `attncheck power`. Every subject is judged undeclared, as a stranger's would be, in float32.
// Errors: std::invalid_argument for options that select nothing; SubjectError for a correct subject that cannot start.
// Source of the idea: DeMillo, Lipton, Sayward, Hints on Test Data Selection (mutation analysis).
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "attncheck/fault.h"
#include "attncheck/property.h"
#include "core/shard.h"

namespace attncheck {

/// One run of the suite on one subject.
struct PowerRun {
  std::uint64_t seed = 0;
  std::string effort;
  int exit_code = 4;
  std::vector<std::string> against;  // properties that speak against it, in the order in which they were judged
  // Of the first of them:
  Index problems = 0;  // drawn in the whole run until it was found
  double seconds = 0;  // by the clock, until it was found and made smaller; information only
  Shape smallest;      // of its counterexample

  bool caught() const { return exit_code == 1; }
};

struct FaultPower {
  const Fault* fault = nullptr;
  std::vector<PowerRun> runs;         // one a seed
  std::vector<bool> caught_by_peers;  // in the order of peers()

  bool always_caught() const;
};

struct CorrectPower {
  std::string subject;
  std::vector<PowerRun> runs;
};

struct PowerOptions {
  std::string effort = "quick";  // a fault that it misses is asked again at effort default
  std::vector<std::uint64_t> seeds;
  std::string faults = "*";                          // glob over group/name; empty: none
  std::vector<std::string> correct;                  // subjects that must hold
  bool peers = true;                                 // also ask the checks of other suites
  Shard shard;                                       // of all faults, then all correct subjects, those that it has
  std::function<void(const std::string&)> progress;  // one short line; may be empty
};

struct PowerResult {
  std::vector<const Property*> properties;  // in the order in which they are judged
  std::vector<std::string> peers;           // names; empty when they were not asked
  std::vector<FaultPower> faults;
  std::vector<CorrectPower> correct;
  std::string effort;
  std::vector<std::string> not_judged;  // "fault:scale/missing: shard 2/3 is missing"

  /// Did at least one fault make this property speak?
  bool catches_something(const Property& property) const;
  /// 0: every fault caught at every seed, every property catches something (when all faults were asked), nothing
  /// correct flagged. 1: not so. 4: so far, and something was not judged.
  int exit_code() const;
};

/// What the shards of a measurement ask: the ids of all faults that match, then the correct subjects.
struct PowerThings {
  std::vector<std::string> faults;
  std::vector<std::string> correct;

  bool operator==(const PowerThings&) const = default;
};
PowerThings things_to_measure(const std::vector<const Fault*>& faults, const PowerOptions& options);

/// Cost: a run of the suite for each fault, each correct subject and each seed.
PowerResult measure_power(const std::vector<const Property*>& properties, const std::vector<const Fault*>& faults,
                          const PowerOptions& options);

/// The middle one of the runs that caught their fault; 0 when there is none.
struct PowerMedians {
  double seconds = 0;
  double worst_seconds = 0;
  Index problems = 0;
  Index tokens = 0;
  Index dims = 0;  // the larger of head_dim and value_dim
};
PowerMedians medians(const PowerResult& result);

/// For a person: a line a fault, what is wrong with the result, and the medians.
std::string power_text(const PowerResult& result);
/// docs/formats.md, "attncheck power", version 1.
std::string power_json(const PowerResult& result);
/// docs/fault-models.md: the card of each fault and the matrix.
std::string power_markdown(const PowerResult& result, const std::string& command);

}  // namespace attncheck
