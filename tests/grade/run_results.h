#pragma once
// run_results.h: runs and rubrics made by hand, for the tests of this folder. No errors.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grade/scores.h"

namespace attncheck {

inline PropertyResult property(const std::string& id, Outcome outcome, DType dtype = DType::float32) {
  PropertyResult result;
  result.id = id;
  result.claim = "the promise of " + id;
  result.dtype = dtype;
  result.outcome = outcome;
  if (outcome == Outcome::falsified) {
    Finding finding;
    finding.message = "what was seen of " + id;
    result.findings.push_back(finding);
  } else if (outcome != Outcome::holds) {
    result.reason = "the reason of " + id;
  }
  return result;
}

/// Falsified because an output is beyond its bound.
inline PropertyResult inaccurate(const std::string& id) {
  PropertyResult result = property(id, Outcome::falsified);
  result.findings[0].bound_from = "logits 61 %";
  return result;
}

inline RunResult run_of(const std::vector<PropertyResult>& properties) {
  RunResult run;
  run.properties = properties;
  return run;
}

/// A mistake that accounts for `explained` of 10 compared problems.
inline RunResult with_mistake(RunResult run, const std::string& fault, Index explained = 10) {
  run.diagnoses.push_back({DType::float32, {fault}, "behaves like " + fault, explained, 10});
  return run;
}

inline Rubric rubric_of(const std::map<std::string, std::vector<std::string>>& groups,
                        Scoring scoring = Scoring::share) {
  Rubric rubric;
  rubric.assignment = "one";
  for (const auto& [name, properties] : groups) rubric.groups.push_back({name, 10, scoring, properties});
  return rubric;
}

inline Evidence evidence() {
  return {[](const PropertyResult& one) { return "evidence of " + one.id + "\n"; },
          [](const std::string& properties) { return "attncheck check mine.c --properties " + properties; }};
}

inline Grade grade_of(const Rubric& rubric, const RunResult& open,
                      const std::optional<RunResult>& hidden = std::nullopt) {
  return scored(rubric, open, hidden, evidence());
}

inline const GradedProperty& of(const Grade& grade, std::string_view id) {
  for (const GradedGroup& group : grade.groups)
    for (const GradedProperty& one : group.properties)
      if (one.id == id) return one;
  throw std::logic_error(std::string(id) + " is not graded");
}

}  // namespace attncheck
