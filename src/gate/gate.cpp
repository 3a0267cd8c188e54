#include "gate/gate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "core/near_names.h"
#include "core/text.h"
#include "gate/asked_again.h"
#include "process/interruption.h"
#include "property/table.h"
#include "run/command.h"
#include "run/counterexample_folder.h"
#include "run/plan.h"

namespace attncheck {
namespace {

RunOptions options_of(const SuiteFile& suite, const SuiteSubject& subject, const GateOptions& options) {
  RunOptions run;
  run.effort = suite.effort;
  run.seed = suite.seed;
  run.properties = subject.properties;
  run.dtype = subject.dtype;
  run.declared = subject.declared;
  run.diagnose = options.diagnose;
  run.jobs = options.jobs;
  return run;
}

std::string start_of_check(const SuiteSubject& subject) {
  return "attncheck check " + shell_word(subject.spec) + opening_options(subject.opening);
}

/// `attncheck gate` saves the name, `attncheck check` what it was given.
bool was_found_in(const SavedFile& file, const SuiteSubject& subject) {
  const std::string& saved = file.counterexample->subject;
  return saved == subject.name || saved == subject.path || saved == subject.spec;
}

class SubjectGate {
 public:
  SubjectGate(const SuiteFile& suite, const SuiteSubject& subject, const GateOptions& options, std::ostream& err)
      : options_(options),
        err_(err),
        run_(options_of(suite, subject, options)),
        folder_({.path = options.save ? suite.counterexamples : "",
                 .subject = subject.name,
                 .begins = plain_file_name(subject.name),
                 .seed = suite.seed,
                 .otherwise = "counterexamples = FOLDER in the file, or --no-save"}) {
    out_.subject = subject;
    out_.command = check_command(start_of_check(subject), run_);
    out_.result.subject = subject.name;
    out_.result.seed = run_.seed;
    out_.result.effort = run_.effort;
    out_.result.declared = run_.declared;
  }

  GateSubject operator()(const std::vector<SavedFile>& saved) {
    try {
      judge(saved);
    } catch (const SubjectError& error) { ended(error.what(), 3); } catch (const std::invalid_argument& error) {
      const bool begun = !out_.result.properties.empty();
      ended(begun ? error.what() : fmt::format("{}: {}", out_.subject.place, error.what()), begun ? 4 : 3);
    } catch (const std::exception& error) { ended(std::string("checker error: ") + error.what(), 4); }
    return std::move(out_);
  }

 private:
  void judge(const std::vector<SavedFile>& saved) {
    if (interrupted_by() != nullptr) return ended(fmt::format("{} ended the run", interrupted_by()), 4);
    say("starting");
    std::ostringstream log;  // when it cannot start, the error says all of this
    const auto subject = open_subject(out_.subject.spec, log, out_.subject.opening);
    err_ << log.str();
    out_.declared = subject->declared();
    out_.result.declared = run_.declared = declared_of(*subject, out_.subject.declared);
    const Declared declared = read_declared(run_.declared);
    require_described(declared, select(*subject, run_.dtype));
    for (const SavedFile& file : saved) {
      if (!was_found_in(file, out_.subject)) continue;
      say("asks again " + file.path);
      out_.again.push_back(ask_again(file.path, *file.counterexample, *subject, run_));
    }
    subject->restart();
    run_.progress = [&](const std::string& text) { say(text); };
    run_.finished = [&](const PropertyResult& property) { keep(property, declared); };
    RunResult result = run(*subject, all_properties(), run_);
    result.subject = out_.subject.name;
    out_.result = std::move(result);
    hold_against_run();
  }

  /// One answer within the bound does not show that a law of several calls holds; the run asked the law itself.
  void hold_against_run() {
    for (AskedAgain& one : out_.again) {
      if (one.outcome != Outcome::holds) continue;
      for (const PropertyResult& property : out_.result.properties) {
        if (property.id != one.property || property.dtype != one.dtype || !against_subject(property.outcome)) continue;
        one.outcome = property.outcome;
        one.seen = fmt::format("one answer to it is within the bound, but its property is {} in this run",
                               name(property.outcome));
      }
    }
  }

  /// As soon as it is there, so that a run that ends early shows what it found.
  void keep(const PropertyResult& property, const Declared& declared) {
    out_.result.properties.push_back(property);
    folder_.save(property, declared_on(declared, property.dtype).profile, err_);
    for (std::size_t k = 0; k < property.findings.size(); ++k)
      if (const auto file = folder_.file_of(property, k)) out_.files[{property.id, property.dtype, k}] = *file;
  }

  void say(const std::string& text) const {
    if (options_.progress) options_.progress(out_.subject.name + ": " + text);
  }

  void ended(const std::string& why, int code) {
    out_.error = why;
    out_.error_code = code;
  }

  const GateOptions& options_;
  std::ostream& err_;
  RunOptions run_;
  CounterexampleFolder folder_;
  GateSubject out_;
};

std::vector<std::string> names_of(const SuiteFile& suite) {
  std::vector<std::string> names;
  for (const SuiteSubject& subject : suite.subjects) names.push_back(subject.name);
  return names;
}

void must_be_known(const std::vector<std::string>& only, const SuiteFile& suite) {
  const std::vector<std::string> names = names_of(suite);
  for (const std::string& name : only)
    if (std::ranges::find(names, name) == names.end())
      throw std::invalid_argument(fmt::format("--only {}: {} has no such subject{} (subjects: {})", one_line(name),
                                              suite.path, did_you_mean(name, names), fmt::join(names, ", ")));
}

/// What is readable of the folder; the rest is said in the result.
std::vector<SavedFile> readable(const SuiteFile& suite, GateResult& result) {
  std::vector<SavedFile> files = saved_counterexamples(suite.counterexamples);
  for (const SavedFile& file : files) {
    if (!file.error.empty()) result.errors.push_back(one_line(file.error));
    const auto found_in = [&](const SuiteSubject& subject) { return was_found_in(file, subject); };
    if (file.counterexample && std::ranges::none_of(suite.subjects, found_in)) result.left_alone.push_back(file.path);
  }
  std::erase_if(files, [](const SavedFile& file) { return !file.counterexample; });
  return files;
}

}  // namespace

GateResult gate(const SuiteFile& suite, const GateOptions& options, std::ostream& err) {
  must_be_known(options.only, suite);
  GateResult result;
  result.file = suite.path;
  result.effort = suite.effort;
  result.seed = suite.seed;
  const std::vector<SavedFile> saved = readable(suite, result);
  for (const SuiteSubject& subject : suite.subjects) {
    if (!options.only.empty() && std::ranges::find(options.only, subject.name) == options.only.end()) continue;
    result.subjects.push_back(SubjectGate(suite, subject, options, err)(saved));
    if (options.finished) options.finished(result.subjects.back());
  }
  return result;
}

}  // namespace attncheck
