// One submission: opened behind a wall, asked the public problems, then the hidden ones.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "core/text.h"
#include "grade/compiler_words.h"
#include "grade/grader.h"
#include "grade/own_tests.h"
#include "grade/scores.h"
#include "process/interruption.h"
#include "property/table.h"
#include "report/terminal.h"
#include "run/command.h"
#include "run/plan.h"
#include "run/replay.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

constexpr std::uint64_t least_tokens = 64, most_tokens_asked = 1 << 20;

std::vector<const Property*> with_ids(const std::vector<std::string>& ids) {
  std::vector<const Property*> found;
  for (const Property* property : all_properties())
    if (std::ranges::find(ids, property->id()) != ids.end()) found.push_back(property);
  return found;
}

std::vector<std::string> ids_of(const Rubric& rubric) {
  std::vector<std::string> ids;
  for (const RubricGroup& group : rubric.groups)
    ids.insert(ids.end(), group.properties.begin(), group.properties.end());
  return ids;
}

Opening opening_of(const Rubric& rubric, const Submission& submission) {
  Opening opening;
  opening.limits = rubric.limits;
  opening.wall.wanted = true;
  opening.wall.visible = rubric.visible;
  opening.wall.beside = submission.folder;
  return opening;
}

bool short_of_means(const RunResult& run) {
  return std::ranges::any_of(run.properties, [](const PropertyResult& property) {
    return property.outcome == Outcome::timed_out || property.outcome == Outcome::out_of_memory;
  });
}

class One {
 public:
  One(const Rubric& rubric, const Submission& submission) : rubric_(rubric), submission_(submission) {}

  Graded operator()() {
    const auto start = std::chrono::steady_clock::now();
    try {
      if (submission_.trouble.empty())
        judge();
      else
        out_.grade.not_graded = submission_.trouble;
    } catch (const SubjectError& error) { not_started(error); } catch (const std::invalid_argument& error) {
      out_.grade.not_graded = one_line(error.what());
    } catch (const std::exception& error) {
      out_.grade.not_graded = fmt::format("checker error: {}", one_line(error.what()));
    }
    Grade& grade = out_.grade;
    grade.student = submission_.student;
    grade.file = submission_.path;
    grade.assignment = rubric_.assignment;
    if (grade.groups.empty()) grade.possible = rubric_.points();
    grade.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(out_);
  }

 private:
  void judge() {
    std::ostringstream log;  // when it cannot start, the error says all of this
    const auto subject = open_subject(submission_.path, log, opening_of(rubric_, submission_));
    RunOptions options = options_of(rubric_.seed);
    options.declared = declared_for(*subject);
    const RunResult open = run(*subject, with_ids(ids_of(rubric_)), options);
    std::optional<RunResult> hidden;
    const std::vector<std::string> rest = that_hold(rubric_, open);
    if (rubric_.hidden_seed && !rest.empty() && !short_of_means(open)) {
      subject->restart();
      options.seed = *rubric_.hidden_seed;
      hidden = run(*subject, with_ids(rest), options);
    }
    if (interrupted_by() != nullptr) throw std::runtime_error(fmt::format("{} ended the run", interrupted_by()));
    out_.grade = scored(rubric_, open, hidden, evidence(open));
    out_.short_of_means = short_of_means(open) || (hidden && short_of_means(*hidden));
    if (rubric_.tests) add(grade_own_tests(rubric_, submission_));
  }

  void add(OwnTests tests) {
    const auto sum = [](double one, double other) { return std::round((one + other) * 100) / 100; };
    Grade& grade = out_.grade;
    grade.possible = sum(grade.possible, tests.group.possible);
    if (grade.nothing_earned.empty()) grade.earned = sum(grade.earned, tests.group.earned);
    if (grade.not_graded.empty()) grade.not_graded = tests.not_graded;
    grade.groups.push_back(std::move(tests.group));
    out_.short_of_means = out_.short_of_means || tests.short_of_means;
  }

  /// A submission may not choose what it is asked, or how it is judged. Only that plain Python is slow is believed, and
  /// not without limit.
  std::map<std::string, std::string> declared_for(const Subject& subject) const {
    std::map<std::string, std::string> declared = rubric_.declared;
    const auto found = subject.declared().find("max_tokens");
    if (found == subject.declared().end() || declared.contains(found->first)) return declared;
    const std::optional<std::uint64_t> tokens = parse_seed(found->second);
    if (tokens && *tokens < most_tokens_asked)
      declared["max_tokens"] = fmt::format("{}", std::max(*tokens, least_tokens));
    return declared;
  }

  RunOptions options_of(std::uint64_t seed) const {
    RunOptions options;
    options.effort = rubric_.effort;
    options.seed = seed;
    options.dtype = rubric_.dtype;
    options.diagnose = true;
    options.takes_its_word = false;
    options.jobs = 1;
    return options;
  }

  /// What a student can run: the file is called as at home.
  std::string command(const std::string& properties) const {
    RunOptions options = options_of(rubric_.seed);
    options.properties = properties == together_id ? "*" : properties;
    options.declared = rubric_.declared;
    const std::string file = std::filesystem::path(submission_.path).filename().string();
    Opening opening;
    opening.limits = rubric_.limits;
    return check_command("attncheck check " + shell_word(file) + opening_options(opening), options);
  }

  Evidence evidence(const RunResult& open) const {
    ReportView view;
    view.true_output = [](const Problem& problem) { return true_output(problem); };
    return {.text = [&open, view](const PropertyResult& property) { return finding_report(open, property, view); },
            .command = [this](const std::string& properties) { return command(properties); }};
  }

  /// Its own fault costs all points; a file that is none, or what this machine lacks, is for the teacher.
  void not_started(const SubjectError& error) {
    const std::string what = error.what();
    const std::string line = one_line(what.substr(0, what.find('\n')));
    const std::string first = line.substr(0, line.find(" ("));  // the rest is a command
    if (error.kind() != SubjectError::Kind::cannot_start) {
      out_.grade.not_graded = first;
      return;
    }
    out_.grade.nothing_earned = first;
    out_.grade.log = compiler_words(what);
    out_.grade.command = command("*");
    out_.short_of_means = true;
  }

  const Rubric& rubric_;
  const Submission& submission_;
  Graded out_;
};

}  // namespace

Graded grade_one(const Rubric& rubric, const Submission& submission) { return One(rubric, submission)(); }

}  // namespace attncheck
