#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "author/load.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/added.h"
#include "core/near_names.h"
#include "core/text.h"
#include "page/check_page.h"
#include "property/table.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/terminal.h"
#include "run/command.h"
#include "run/counterexample_folder.h"
#include "run/plan.h"
#include "run/replay.h"

namespace attncheck {
namespace {

/// Empty when a property matches; otherwise why nothing will be run.
std::string nothing_matches(const std::string& glob) {
  std::vector<std::string> ids;
  for (const Property* property : all_properties()) ids.push_back(property->id());
  for (const std::string& id : ids)
    if (matches(glob, id)) return "";
  return "no property matches " + glob + did_you_mean(glob, ids) +
         " (attncheck list shows them; one of your own file needs --property FILE)";
}

class CheckRun {
 public:
  CheckRun(const CommandLine& line, std::ostream& out, std::ostream& err)
      : line_(line),
        out_(out),
        err_(err),
        reports_(line, inputs_of(line)),
        folder_({.path = line.save,
                 .subject = line.subject,
                 .begins = short_file_name(line.subject),
                 .seed = line.run.seed}) {
    read_declared(line.run.declared);  // what is wrong with it is said before anything is compiled
    partial_.subject = line.subject;
    partial_.seed = line.run.seed;
    partial_.effort = line.run.effort;
    partial_.declared = line.run.declared;
    view_.verbose = line.verbose;
    view_.file_of = [this](const PropertyResult& property, std::size_t k) { return folder_.file_of(property, k); };
    view_.true_output = [](const Problem& problem) { return true_output(problem); };
    view_.replay = [this](const std::string& file) { return replay_command(line_, file); };
  }

  int operator()() {
    RunResult result = run_to_the_end();
    result.subject = line_.subject;
    out_ << terminal_report(result, view_) << std::flush;
    const std::string page = reports_.wants_html() ? check_page(result, view_) : "";
    return reports_.write({json_report(result, view_), junit_report(result, view_), page}, exit_code(result, view_),
                          err_);
  }

 private:
  /// The result, or as much of it as there is when something ended the run.
  RunResult run_to_the_end() {
    if (const std::string why = nothing_matches(line_.run.properties); !why.empty()) return ended(why, 4);
    try {
      return run_subject();
    } catch (const SubjectError& error) {
      if (error.kind() == SubjectError::Kind::wrong_name) throw;
      return ended(error.what(), 3);
    } catch (const std::invalid_argument& error) {
      if (partial_.properties.empty()) throw WrongUse(error.what());
      return ended(error.what(), 4);
    } catch (const std::exception& error) { return ended(std::string("checker error: ") + error.what(), 4); }
  }

  RunResult run_subject() {
    Progress progress(err_);
    progress.show("starting " + line_.subject);
    std::ostringstream log;  // when it cannot start, the error says all of this
    const std::unique_ptr<Subject> subject = open_subject(line_, log);
    progress.clear();
    err_ << log.str();
    RunOptions options = line_.run;
    partial_.declared = options.declared = declared_of(*subject, line_.run.declared);
    const Declared declared = read_declared(options.declared);
    require_described(declared, select(*subject, line_.run.dtype));
    note_what_notices_nothing();
    out_ << check_command(line_) << "\n"
         << declares_line(subject->name(), subject->declared()) << wall_line(subject->wall()) << "\n"
         << std::flush;
    partial_.wall = subject->wall();
    options.diagnose = line_.diagnosis;
    options.progress = [&](const std::string& text) { progress.show(text); };
    options.finished = [&](const PropertyResult& property) {
      partial_.properties.push_back(property);
      folder_.save(property, declared_on(declared, property.dtype).profile, err_);
    };
    return run(*subject, all_properties(), options);
  }

  /// In our tree a property that catches no fault is refused; what others bring is only noted.
  void note_what_notices_nothing() {
    for (const auto& added : added_properties())
      if (matches(line_.run.properties, added.thing->id()) && !is_known_to_notice(*added.thing))
        err_ << fmt::format("note: no fault is known to falsify {}; `{} power{}` measures it\n", added.thing->id(),
                            line_.program.name, author_options(line_));
  }

  RunResult ended(const std::string& why, int code) {
    view_.error = why;
    view_.error_code = code;
    return partial_;
  }

  const CommandLine& line_;
  std::ostream& out_;
  std::ostream& err_;
  ReportFiles reports_;
  CounterexampleFolder folder_;
  RunResult partial_;
  ReportView view_;
};

}  // namespace

int check_subject(const CommandLine& line, std::ostream& out, std::ostream& err) { return CheckRun(line, out, err)(); }

}  // namespace attncheck
