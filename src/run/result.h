#pragma once
// result.h: what a run found, as plain data. Written by src/run, read by src/report.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "attncheck/verdict.h"
#include "core/coverage.h"
#include "core/samples.h"
#include "diagnose/diagnosis.h"

namespace attncheck {

/// What only all problems of a run together can show: a result with this id is there when it is falsified.
inline constexpr const char* together_id = "accuracy/one_arithmetic_explains_all";

/// One property on one dtype.
struct PropertyResult {
  std::string id;  // "causality/future_is_invisible"
  std::string claim;
  DType dtype = DType::float32;
  Outcome outcome = Outcome::holds;
  std::string reason;             // for outcomes without a finding: why
  std::vector<Finding> findings;  // one; several when only together they leave no member of the profile
  Index problems = 0;
  Index calls = 0;
  Index turns = 0;     // cases it takes to see all that is drawn in turn
  double seconds = 0;  // information only
  double worst_ratio =
      0;  // largest |observed - centre| / bound against the most generous member, 0 when none was compared
  Coverage coverage;
  std::map<std::string, int> families;  // problems drawn, by value family
  std::map<std::string, int> tags;      // RC_TAG and RC_CLASSIFY
  Sampled samples;                      // for pictures; nothing is judged by it
};

/// Which members of the profile still explain everything the subject did on a dtype.
struct Explained {
  DType dtype = DType::float32;
  std::string profile;
  std::vector<std::string> members;  // still possible
  std::string tightest;              // of them, the one with the smallest bounds on this run's problems
  Index audited_rows = 0;
};

/// 0 all hold or are not applicable; 1 something speaks against the subject; 4 anything else, nothing at all included.
int exit_code(const std::vector<Outcome>& outcomes);

struct RunResult {
  std::string subject;
  std::uint64_t seed = 0;
  std::string effort;
  std::vector<PropertyResult> properties;  // in the order they ran
  std::vector<Explained> explained;        // one a dtype
  std::vector<Diagnosis> diagnoses;        // at most one a dtype, of those with a falsified property
  std::map<std::string, std::string> declared;
  std::string wall;  // what kept the subject from this machine, or empty

  int exit_code() const;  // of the outcomes of its properties
};

}  // namespace attncheck
