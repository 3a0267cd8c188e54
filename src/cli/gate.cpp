#include "gate/gate.h"

#include <fmt/format.h>

#include "cli/github_step.h"
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
  const int code = reports.write({gate_json(result), gate_junit(result), ""}, result.exit_code(), err);
  tell_github([&] { return github_annotations(result); }, [&] { return github_summary(result); }, out, err);
  return code;
}

}  // namespace attncheck
