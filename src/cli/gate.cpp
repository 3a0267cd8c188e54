#include "gate/gate.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "gate/gate_report.h"
#include "gate/github.h"

namespace attncheck {
namespace {

SuiteFile suite_of(const CommandLine& line) {
  SuiteFile suite = load_suite_file(line.file.empty() ? "attncheck.toml" : line.file);
  if (line.effort_given) suite.effort = line.run.effort;
  if (line.seed_given) suite.seed = line.run.seed;
  return suite;
}

std::vector<std::string> inputs_of(const SuiteFile& suite) {
  std::vector<std::string> inputs{suite.path};
  for (const SuiteSubject& subject : suite.subjects) {
    inputs.push_back(subject.spec.starts_with("lib:") ? subject.spec.substr(4) : subject.spec);
    inputs.insert(inputs.end(), subject.opening.wall.visible.begin(), subject.opening.wall.visible.end());
  }
  return inputs;
}

bool set(const char* variable, const std::string& value) {
  const char* found = std::getenv(variable);
  return found != nullptr && (value.empty() ? *found != '\0' : found == value);
}

void tell_github(const GateResult& result, std::ostream& out, std::ostream& err) {
  if (!set("GITHUB_ACTIONS", "true")) return;
  out << github_annotations(result) << std::flush;
  if (!set("GITHUB_STEP_SUMMARY", "")) return;
  const std::string path = std::getenv("GITHUB_STEP_SUMMARY");
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << github_summary(result);
  file.close();
  if (!file) err << fmt::format("attncheck: {} of GITHUB_STEP_SUMMARY cannot be written\n", path);
}

}  // namespace

int gate_suite(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const SuiteFile suite = suite_of(line);
  const ReportFiles reports(line, inputs_of(suite));
  Progress progress(err);
  GateOptions options;
  options.only = line.only;
  options.save = !line.save.empty();
  options.diagnose = line.diagnosis;
  options.jobs = line.run.jobs;
  options.progress = [&](const std::string& text) { progress.show(text); };
  options.finished = [&](const GateSubject& subject) {
    progress.clear();
    out << subject_report(subject, line.verbose) << std::flush;
  };
  const GateResult result = gate(suite, options, err);
  out << gate_summary(result) << std::flush;
  const int code = reports.write({gate_json(result), gate_junit(result)}, result.exit_code(), err);
  tell_github(result, out, err);
  return code;
}

}  // namespace attncheck
