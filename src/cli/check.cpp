#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "author/load.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/shards.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/added.h"
#include "core/near_names.h"
#include "core/text.h"
#include "grade/grader.h"
#include "page/check_page.h"
#include "property/table.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/terminal.h"
#include "run/command.h"
#include "run/counterexample_folder.h"
#include "run/plan.h"
#include "run/reopened.h"
#include "run/replay.h"
#include "run/shard_file.h"

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
  /// `shards`: where every part comes from; null when the subject is asked.
  CheckRun(const CommandLine& line, std::ostream& out, std::ostream& err, const Shards* shards = nullptr)
      : line_(line),
        shards_(shards),
        out_(out),
        err_(err),
        reports_(line, inputs_of(line)),
        folder_({.path = line.run.shard ? "" : line.save,
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
    if (line.run.shard) make_room_for_shard(shard_file());
  }

  int operator()() {
    RunResult result = run_to_the_end();
    result.subject = line_.subject;
    if (line_.run.shard) return leave_shard(result);
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
    if (shards_ == nullptr) progress.show("starting " + line_.subject);
    const std::unique_ptr<Subject> subject = shards_ == nullptr ? opened() : reopened();
    progress.clear();
    RunOptions options = line_.run;
    partial_.declared = options.declared = declared_of(*subject, line_.run.declared);
    const Declared declared = read_declared(options.declared);
    require_described(declared, select(*subject, line_.run.dtype));
    note_what_notices_nothing();
    out_ << (shards_ == nullptr ? check_command(line_) : shards_->first().header.command) << "\n"
         << declares_line(subject->name(), subject->declared()) << wall_line(subject->wall()) << "\n"
         << std::flush;
    partial_.wall = subject->wall();
    options.diagnose = line_.diagnosis;
    options.progress = [&](const std::string& text) { progress.show(text); };
    options.finished = [&](const PropertyResult& property) {
      partial_.properties.push_back(property);
      folder_.save(property, declared_on(declared, property.dtype).profile, err_);
    };
    if (line_.run.shard) keep_parts(*subject, options);
    options.elsewhere = shards_;
    RunResult result = run(*subject, all_properties(), options);
    progress.clear();
    if (!why_not_reopened_.empty())
      err_ << fmt::format(
          "note: {} cannot be asked again here ({}): no mistake is named, and problems that show one only together are "
          "not made smaller\n",
          line_.subject, one_line(why_not_reopened_));
    return result;
  }

  std::unique_ptr<Subject> opened() const {
    std::ostringstream log;  // when it cannot start, the error says all of this
    std::unique_ptr<Subject> subject = open_subject(line_, log);
    err_ << log.str();
    return subject;
  }

  std::unique_ptr<Subject> reopened() {
    const ShardFile& first = shards_->first();
    return std::make_unique<Reopened>(first.subject, [this, &first] {
      try {
        require_unchanged(first.header, inputs_of(line_));
        for (const std::string& file : line_.fault_files) load_fault(file);
        return opened();
      } catch (const std::exception& error) {
        why_not_reopened_ = error.what();
        throw;
      }
    });
  }

  std::string shard_file() const { return shard_path(line_.part_folder, "check", line_.shard); }

  void keep_parts(const Subject& subject, RunOptions& options) {
    shard_.header = header_of(line_, check_command(line_));
    shard_.subject = {subject.name(), subject.dtypes(), subject.declared(), subject.wall()};
    shard_.fail_fast = options.fail_fast;
    options.diagnose = false;
    options.keep = [this](std::size_t number, const Part& part) { shard_.parts.emplace(number, part); };
  }

  /// What one shard says. That nothing of it is applicable, or that there is nothing for it, is no lack of it.
  int leave_shard(const RunResult& result) {
    if (!view_.error.empty()) {
      err_ << "attncheck: " << view_.error << "\n";
      return view_.error_code;
    }
    write_shard(shard_file(), shard_);
    std::vector<Outcome> outcomes{Outcome::holds};
    for (const PropertyResult& property : result.properties) {
      outcomes.push_back(property.outcome);
      if (property.outcome != Outcome::holds && property.outcome != Outcome::not_applicable)
        out_ << fmt::format("  {:<14}  {}  {}\n", name(property.outcome), property.id, info(property.dtype).name);
    }
    out_ << fmt::format("shard {}: {} asked, a property on a dtype each; {} merge {} has the verdict\n",
                        to_string(line_.shard), result.properties.size(), line_.program.name,
                        shell_word(line_.part_folder))
         << std::flush;
    return attncheck::exit_code(outcomes);
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
  const Shards* shards_;
  std::ostream& out_;
  std::ostream& err_;
  ReportFiles reports_;
  CounterexampleFolder folder_;
  RunResult partial_;
  ReportView view_;
  ShardFile shard_;               // of --shard
  std::string why_not_reopened_;  // of merge
};

/// The command that was split, with the reports that are wanted of it now.
CommandLine merged_line(const ShardHeader& header, const CommandLine& merge) {
  CommandLine line = line_of(header, Verb::check, merge.program);
  line.run.shard.reset();
  line.run.seconds.reset();
  line.json = merge.json;
  line.junit = merge.junit;
  line.html = merge.html;
  line.save = merge.save;
  line.verbose = merge.verbose;
  line.diagnosis = merge.diagnosis;
  return line;
}

}  // namespace

int check_subject(const CommandLine& line, std::ostream& out, std::ostream& err) { return CheckRun(line, out, err)(); }

int merge_check(const CommandLine& line, std::ostream& out, std::ostream& err) {
  std::vector<ShardFile> files;
  const std::string program = program_digest();
  const std::vector<std::string> paths = shard_files(line.parts, "check");
  files.reserve(paths.size());
  for (const std::string& path : paths) files.push_back(read_shard(path, program));
  const Shards shards(std::move(files));
  const ShardHeader& header = shards.first().header;
  CommandLine split = merged_line(header, line);
  split.parts = paths;  // which no report may overwrite
  std::vector<std::string> judging = split.property_files;
  if (const auto profile = split.run.declared.find("profile"); profile != split.run.declared.end())
    judging.push_back(profile->second);
  require_unchanged(header, judging);
  for (const std::string& file : split.property_files) load_property(file);
  return CheckRun(split, out, err, &shards)();
}

}  // namespace attncheck
