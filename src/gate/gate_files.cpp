// The gate for programs: JSON and JUnit XML.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/problem_json.h"
#include "core/version.h"
#include "gate/gate_report.h"
#include "report/json.h"
#include "report/junit.h"

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

const char* word_of(Met met) { return met == Met::fails ? "fails" : met == Met::holds ? "holds" : "not decided"; }

Json again_json(const GateSubject& subject) {
  Json again = Json::array();
  for (const AskedAgain& one : subject.again) {
    const auto reason = against_subject(one.outcome) ? subject.expected(one.property) : std::nullopt;
    again.push_back(Json{{"file", one.file},
                         {"property", one.property},
                         {"dtype", info(one.dtype).name},
                         {"outcome", name(one.outcome)},
                         {"seen", one.seen},
                         {"expected", reason ? Json(*reason) : Json(nullptr)}});
  }
  return again;
}

Json expectations_json(const GateSubject& subject) {
  Json all = Json::array();
  for (const Expectation& one : subject.subject.expect)
    all.push_back(Json{{"property", one.property}, {"reason", one.reason}, {"outcome", word_of(subject.met(one))}});
  return all;
}

Json subject_json(const GateSubject& subject) {
  return Json{{"name", subject.subject.name},
              {"subject", subject.subject.spec},
              {"command", subject.command},
              {"verdict", subject.verdict()},
              {"exit_code", subject.exit_code()},
              {"asked_again", again_json(subject)},
              {"expectations", expectations_json(subject)},
              {"result", result_json(subject.result, view_of(subject, false))}};
}

/// Saved counterexamples as cases of a test report, so that one that fails again is seen where others look.
RunResult again_as_run(const GateSubject& subject) {
  RunResult run;
  run.subject = subject.subject.name;
  for (const AskedAgain& one : subject.again) {
    PropertyResult property;
    property.id = "asked_again/" + std::filesystem::path(one.file).filename().string();
    property.dtype = one.dtype;
    property.outcome = one.outcome;
    property.reason = one.seen;
    run.properties.push_back(std::move(property));
  }
  return run;
}

/// The reasons of the properties, found by the cases that stand for their files.
ReportView view_of_again(const GateSubject& subject) {
  ReportView view;
  view.expected = [&subject](const std::string& id) -> std::optional<std::string> {
    for (const AskedAgain& one : subject.again)
      if (id == "asked_again/" + std::filesystem::path(one.file).filename().string())
        return subject.expected(one.property);
    return std::nullopt;
  };
  return view;
}

}  // namespace

std::string gate_json(const GateResult& result) {
  Json subjects = Json::array();
  for (const GateSubject& subject : result.subjects) subjects.push_back(subject_json(subject));
  return json_text(Json{{"format", "attncheck gate"},
                        {"version", 1},
                        {"attncheck", version},
                        {"file", result.file},
                        {"effort", result.effort},
                        {"seed", result.seed},
                        {"verdict", gate_verdict(result)},
                        {"exit_code", result.exit_code()},
                        {"errors", result.errors},
                        {"left_alone", result.left_alone},
                        {"subjects", std::move(subjects)}});
}

std::string gate_junit(const GateResult& result) {
  std::vector<RunResult> again;
  again.reserve(result.subjects.size() + 1);  // the runs below point into it
  std::vector<JunitRun> runs;
  for (const GateSubject& subject : result.subjects) {
    runs.push_back({subject.subject.name + " ", &subject.result, view_of(subject, false)});
    if (subject.again.empty()) continue;
    again.push_back(again_as_run(subject));
    runs.push_back({subject.subject.name + " asked again ", &again.back(), view_of_again(subject)});
  }
  std::string unread;
  for (const std::string& error : result.errors) unread += (unread.empty() ? "" : "\n") + error;
  again.emplace_back();
  ReportView view;
  view.error = unread;
  if (!unread.empty()) runs.push_back({"saved counterexamples ", &again.back(), view});
  return junit_report("gate " + result.file, runs);
}

}  // namespace attncheck
