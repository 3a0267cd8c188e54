#include <fmt/format.h>

#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/text.h"
#include "offline/folder_of_problems.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/terminal.h"
#include "run/counterexample_folder.h"
#include "run/plan.h"
#include "run/replay.h"

namespace attncheck {
namespace {

Export wanted_by(const RunOptions& options) {
  Export wanted;
  wanted.effort = options.effort;
  wanted.seed = options.seed;
  wanted.properties = options.properties;
  wanted.declared = options.declared;
  if (options.dtype) wanted.dtypes = {*options.dtype};
  return wanted;
}

/// A problem that nobody exported is asked by shrinking only, so only beside a failure.
void require_all_exported(RunResult& result, const Answers& answers) {
  if (answers.unknown() == 0 || result.exit_code() == 1) return;
  PropertyResult wrong;
  wrong.id = "offline/every_problem_was_exported";
  wrong.claim = "a run asks what was exported";
  wrong.outcome = Outcome::checker_error;
  wrong.reason = fmt::format("{} problems were asked that are not in the folder", answers.unknown());
  result.properties.push_back(wrong);
}

}  // namespace

int export_problems(const CommandLine& line, std::ostream& out, std::ostream& err) {
  Progress progress(err);
  const Export written =
      write_problems(line.folder, wanted_by(line.run), [&](const std::string& text) { progress.show(text); });
  progress.clear();
  const std::string folder = shell_word(line.folder);
  out << fmt::format(
      "{0} problems are in {1}/problems. For each 00001.npz there (query, key, value, causal) write the output to\n"
      "{1}/answers/00001.npy, {2}, [tokens, value_dim]. Then: {3} judge {1}\n",
      written.problems.size(), folder, written.dtypes.size() == 1 ? info(written.dtypes[0]).name : "in their dtype",
      line.program.name);
  return 0;
}

int judge_answers(const CommandLine& line, std::ostream& out, std::ostream& err) {
  const Export exported = read_export(line.folder);
  Answers answers(line.folder, exported);
  const ReportFiles reports(line, inputs_of(line));
  CounterexampleFolder folder(
      {.path = line.save, .subject = line.folder, .begins = short_file_name(line.folder), .seed = exported.seed});
  RunOptions options = options_of(exported);
  const Declared declared = read_declared(options.declared);
  Progress progress(err);
  options.progress = [&](const std::string& text) { progress.show(text); };
  options.finished = [&](const PropertyResult& property) {
    folder.save(property, declared_on(declared, property.dtype).profile, err);
  };
  RunResult result = run(answers, decidable_offline(), options);
  progress.clear();
  if (!answers.broken().empty()) throw WrongUse(answers.broken());
  require_all_exported(result, answers);
  ReportView view;
  view.verbose = line.verbose;
  view.file_of = [&](const PropertyResult& property, std::size_t k) { return folder.file_of(property, k); };
  view.true_output = [](const Problem& problem) { return true_output(problem); };
  view.replay = [&](const std::string& file) { return line.program.name + " replay " + shell_word(file); };
  out << terminal_report(result, view) << "answers made elsewhere say nothing about calls: conduct/* is not judged\n"
      << std::flush;
  return reports.write({json_report(result, view), junit_report(result, view), ""}, exit_code(result, view), err);
}

}  // namespace attncheck
