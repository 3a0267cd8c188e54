#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/class_results.h"
#include "cli/github_step.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "cli/wrong_use.h"
#include "core/text.h"
#include "feedback/class_summary.h"
#include "feedback/github.h"
#include "feedback/gradescope_zip.h"
#include "feedback/results.h"
#include "grade/class_list.h"
#include "grade/digest.h"
#include "grade/grader.h"
#include "grade/kit.h"
#include "process/whole_file.h"
#include "process/workers.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

Submissions submissions_of(const CommandLine& line, const Rubric& rubric) {
  if (line.folder.empty()) throw WrongUse("grade needs SUBMISSIONS, a folder with a file or a folder of each student");
  if (!line.single) return submissions_in(line.folder, rubric);
  return {{only_submission(line.folder, rubric)}, {}};
}

std::string progress_line(const GradingProgress& now) {
  std::string out = fmt::format("{} of {} graded", now.done, now.all);
  if (now.alone) return out + ", the last ones one at a time";
  if (now.graded == 0) return out;
  const double left = now.seconds / static_cast<double>(now.graded) * static_cast<double>(now.all - now.done);
  return out + fmt::format(", about {:.0f} {} left", left < 90 ? left : left / 60, left < 90 ? "s" : "min");
}

/// The secret is for nobody else to read; nothing that exists is overwritten.
int init_course(const CommandLine& line, std::ostream& out) {
  if (!line.folder.empty()) throw WrongUse("--init grades nothing, so SUBMISSIONS has no meaning beside it");
  const fs::path folder = line.init;
  const fs::path secret = folder / "secret";
  std::vector<fs::path> paths{secret};
  for (const KitFile& file : kit_files()) paths.push_back(folder / file.path);
  std::error_code error;
  for (const fs::path& path : paths)
    if (fs::symlink_status(path, error).type() != fs::file_type::not_found)
      throw WrongUse(fmt::format("{} exists, and --init overwrites nothing", one_line(path.string())));
  for (const fs::path& path : paths) make_folder(path.parent_path().string());
  for (const KitFile& file : kit_files()) write_whole((folder / file.path).string(), file.text);
  write_whole(secret.string(), new_secret() + "\n", 0600);
  out << fmt::format(
      "{0}: what is asked and what it is worth; every key is explained in it\n"
      "{1}: draws the hidden problems; keep it to yourself\n"
      "{2}: for your students\n"
      "then: attncheck grade SUBMISSIONS --rubric {3} --out RESULTS\n",
      (folder / "rubric.toml").string(), secret.string(), (folder / "starter").string(),
      shell_word((folder / "rubric.toml").string()));
  return 0;
}

std::vector<std::string> names_of(const Submissions& submissions) {
  std::vector<std::string> names;
  names.reserve(submissions.all.size());
  for (const Submission& one : submissions.all) names.push_back(one.student);
  return names;
}

/// Of a part of a class only what belongs to each: the rest is for `attncheck merge`.
void write_results(const CommandLine& line, const std::vector<Grade>& grades, const Submissions& submissions,
                   std::ostream& out, std::ostream& err) {
  if (!line.shard.is_whole()) return write_for_each(line.out, grades);
  if (!line.single) return write_class(line.out, grades, submissions.left_alone, out, err);
  write_class_files(line.out, grades, submissions.left_alone);
  if (grades.size() == 1)
    tell_github([&] { return student_annotations(grades[0]); }, [&] { return student_step_summary(grades[0]); }, out,
                err);
}

/// 4 where somebody has no grade, which an interruption may leave.
int code_of(const std::vector<Grade>& grades, std::size_t expected, std::ostream& err) {
  if (grades.size() < expected)
    err << fmt::format("attncheck: {} of {} are left; the same command goes on with them\n", expected - grades.size(),
                       expected);
  const bool graded = std::ranges::all_of(grades, [](const Grade& grade) { return grade.not_graded.empty(); });
  return graded && grades.size() == expected ? 0 : 4;
}

}  // namespace

int grade_class(const CommandLine& line, std::ostream& out, std::ostream& err) {
  if (!line.init.empty()) return init_course(line, out);
  const Rubric rubric = load_rubric(line.rubric);
  if (!line.gradescope.empty()) {
    write_gradescope_zip(line.gradescope, rubric, line.package);
    out << fmt::format("{}: to be uploaded as the autograder; it holds the secret, so students must not have it\n",
                       line.gradescope);
    return 0;
  }
  const Submissions submissions = submissions_of(line, rubric);
  Progress progress(err);
  const std::size_t width = name_width(names_of(submissions));
  std::size_t kept = 0;
  GradingOptions options;
  options.results = line.out;
  options.shard = line.shard;
  options.jobs = line.run.jobs > 0 ? line.run.jobs : cores();
  options.progress = [&](const GradingProgress& now) { progress.show(progress_line(now)); };
  options.finished = [&](const Grade& grade, bool from_before) {
    progress.clear();
    kept += from_before ? 1 : 0;
    if (!from_before) out << class_line(grade, width) << std::flush;
  };
  const std::vector<Submission> part = part_of(submissions.all, line.shard);
  keep_class_list(line.out, rubric, submissions, line.shard);
  const std::vector<Grade> grades = grade_all(rubric, part, options);
  write_results(line, grades, submissions, out, err);
  if (kept > 0) out << fmt::format("{} graded before, and nothing of them has changed since\n", kept);
  out << class_text(grades, submissions.left_alone) << fmt::format("results: {}\n", line.out) << std::flush;
  return code_of(grades, part.size(), err);
}

}  // namespace attncheck
