#pragma once
// sample_result.h: results made by hand, for the tests of the reports.
#include <limits>

#include "report/view.h"

namespace attncheck {

/// A subject that forgets the scale: 2 tokens x 4 head_dim, logits 0 and 4 instead of 0 and 2.
inline Finding missing_scale() {
  Finding finding;
  Problem& problem = finding.problem;
  problem = make_problem({2, 4, 1}, DType::float32, false);
  for (Index k = 0; k < 4; ++k) problem.query(1, k) = problem.key(1, k) = 1;
  problem.value(1, 0) = 1;
  problem.family = "integers";
  finding.output = Tensor(2, 1, 0.5);
  (*finding.output)(1, 0) = static_cast<double>(0.98201379f);
  finding.cell = Cell{1, 0, (*finding.output)(1, 0), 0.88079707797788243, 3e-17, 2.5e-6, 40486.7};
  finding.message = "output[1][0] is 0.98, but attention gives 0.88";
  finding.found_after = 4;
  finding.shrink_steps = 52;
  finding.reproduce = "reproduce=abc";
  return finding;
}

inline PropertyResult property(const std::string& id, Outcome outcome, DType dtype = DType::float32) {
  PropertyResult result;
  result.id = id;
  result.claim = "claim of " + id;
  result.dtype = dtype;
  result.outcome = outcome;
  result.problems = 40;
  result.calls = 80;
  result.seconds = 0.25;
  return result;
}

inline PropertyResult falsified(const std::string& id, DType dtype = DType::float32) {
  PropertyResult result = property(id, Outcome::falsified, dtype);
  result.findings = {missing_scale()};
  result.findings[0].problem.dtype = dtype;
  result.problems = 4;
  result.worst_ratio = 40486.7;
  return result;
}

inline RunResult run_of(std::vector<PropertyResult> properties) {
  RunResult result;
  result.subject = "my.c";
  result.seed = 20170612;
  result.effort = "quick";
  result.properties = std::move(properties);
  return result;
}

/// Holds on float32, with one member left more than the tightest.
inline RunResult good_run() {
  PropertyResult first = property("accuracy/within_error_bound", Outcome::holds);
  first.worst_ratio = 0.125;
  first.families = {{"gaussian", 30}, {"late peak", 10}};
  first.tags = {{"causal", 20}};
  first.coverage.add(missing_scale().problem);
  RunResult result = run_of({first, property("causality/future_is_invisible", Outcome::holds)});
  result.explained = {
      {DType::float32, "any", {"shifted softmax, exp", "running mean, exp"}, "shifted softmax, exp", 7}};
  return result;
}

inline RunResult bad_run() {
  PropertyResult withheld = property("scaling/variance_of_logits_is_one", Outcome::withheld);
  withheld.problems = 0;
  withheld.reason = "the scale is wrong";
  RunResult result = run_of(
      {property("causality/future_is_invisible", Outcome::holds), falsified("accuracy/within_error_bound"), withheld});
  result.explained = {{DType::float32, "any", {}, "", 7}};
  return result;
}

/// What the subject of missing_scale() does.
inline Diagnosis no_scale(DType dtype) {
  return {dtype, {"scale/missing"}, "behaves like scale/missing: the logits are not divided", 14, 14};
}

/// Saved files and the true output of missing_scale().
inline ReportView sample_view() {
  ReportView view;
  view.file_of = [](const PropertyResult& of, std::size_t k) {
    return "cx/" + std::to_string(k) + of.id.substr(0, 3) + ".json";
  };
  view.true_output = [](const Problem&) {
    Tensor truth(2, 1, 0.5);
    truth(1, 0) = 0.88079707797788243;
    return truth;
  };
  return view;
}

}  // namespace attncheck
