#include "grade/grader.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>

#include "core/text.h"
#include "core/version.h"
#include "grade/digest.h"
#include "process/interruption.h"
#include "process/wall.h"
#include "process/whole_file.h"
#include "process/workers.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

class Grader {
 public:
  Grader(const Rubric& rubric, const std::vector<Submission>& submissions, const GradingOptions& options)
      : rubric_(rubric), submissions_(submissions), options_(options), folder_(options.results + "/submissions") {
    make_folder(folder_.string());
    WallChoice wall;
    wall.wanted = true;
    decides_ = fmt::format("{} {} {} {}", version, program_digest(), rubric.digest, Wall::build(wall)->description());
  }

  std::vector<Grade> operator()() {
    const std::vector<std::size_t> to_do = unfinished();
    begun_ = std::chrono::steady_clock::now();
    const std::vector<std::size_t> again = together(to_do);
    alone_ = true;
    for (const std::size_t k : again) alone(k);
    std::vector<Grade> grades;
    for (const auto& [k, grade] : done_) grades.push_back(grade);
    return grades;
  }

 private:
  std::string file_of(std::size_t k) const {
    return fmt::format("{}/{}.json", folder_.string(), file_name_of(submissions_[k].student));
  }

  std::string key_of(std::size_t k) const {
    const Submission& submission = submissions_[k];
    return sha256(fmt::format("{} {} {} {}", decides_, submission.student, submission.path, submission.digest));
  }

  /// What has no grade yet, or one that something has changed for; who was not graded is tried again.
  std::vector<std::size_t> unfinished() {
    std::vector<std::size_t> to_do;
    for (std::size_t k = 0; k < submissions_.size(); ++k) {
      try {
        Grade kept = read_grade(read_whole(file_of(k)), file_of(k));
        if (kept.key == key_of(k) && kept.not_graded.empty()) {
          finish(k, std::move(kept), true);
          continue;
        }
      } catch (const std::invalid_argument&) {}  // none, or of a file that was not ours
      to_do.push_back(k);
    }
    return to_do;
  }

  /// What is written here is final: who ran short of means is tried again alone.
  std::string work(std::size_t k, bool last) const {
    try {
      Graded graded = grade_one(rubric_, submissions_[k]);
      graded.grade.key = key_of(k);
      const bool final = last || !graded.short_of_means;
      const std::string text = grade_text(graded.grade);
      if (final) write_whole(file_of(k), text);
      return final ? text : "";
    } catch (const std::exception& error) {
      return grade_text(without_result(k, fmt::format("checker error: {}", one_line(error.what()))));
    }
  }

  /// Those that are left to be done alone.
  std::vector<std::size_t> together(const std::vector<std::size_t>& to_do) {
    std::vector<bool> finished(to_do.size(), false);
    if (!to_do.empty()) {
      Workers workers(options_.jobs, to_do.size(),
                      [&]() -> Workers::Work { return [&](std::size_t task) { return work(to_do[task], false); }; });
      while (const auto delivered = workers.next([&] { return shown_and_given_up(); })) {
        if (delivered->second.empty()) continue;
        finished[delivered->first] = true;
        finish(to_do[delivered->first], read_grade(delivered->second, file_of(to_do[delivered->first])), false);
      }
    }
    std::vector<std::size_t> rest;
    for (std::size_t task = 0; task < to_do.size(); ++task)
      if (!finished[task]) rest.push_back(to_do[task]);
    return rest;
  }

  void alone(std::size_t k) {
    if (interrupted_by() != nullptr) return;
    Workers worker(1, 1, [&]() -> Workers::Work { return [&](std::size_t) { return work(k, true); }; });
    const auto delivered = worker.next([&] { return shown_and_given_up(); });
    if (delivered) return finish(k, read_grade(delivered->second, file_of(k)), false);
    // Its process ended, which is never the fault of the submission.
    if (interrupted_by() == nullptr)
      finish(k, without_result(k, "checker error: the process that graded it ended before it had a result"), false);
  }

  Grade without_result(std::size_t k, const std::string& why) const {
    Grade grade;
    grade.student = submissions_[k].student;
    grade.file = submissions_[k].path;
    grade.assignment = rubric_.assignment;
    grade.possible = rubric_.points();
    grade.not_graded = why;
    return grade;
  }

  void finish(std::size_t k, Grade grade, bool kept) {
    if (options_.finished) options_.finished(grade, kept);
    done_[k] = std::move(grade);
    graded_ += kept ? 0 : 1;
  }

  bool shown_and_given_up() const {
    if (options_.progress) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
      options_.progress({done_.size(), submissions_.size(), passed.count(), graded_, alone_});
    }
    return interrupted_by() != nullptr;
  }

  const Rubric& rubric_;
  const std::vector<Submission>& submissions_;
  const GradingOptions& options_;
  fs::path folder_;
  std::string decides_;
  std::map<std::size_t, Grade> done_;
  std::chrono::steady_clock::time_point begun_;
  std::size_t graded_ = 0;
  bool alone_ = false;
};

}  // namespace

std::string program_digest() { return sha256(read_whole("/proc/self/exe")); }

std::vector<Grade> grade_all(const Rubric& rubric, const std::vector<Submission>& submissions,
                             const GradingOptions& options) {
  // Shards write to one folder at once, each what is its own.
  const FolderLock lock(options.results, fmt::format("{}-of-{}", options.shard.number, options.shard.count));
  return Grader(rubric, submissions, options)();
}

}  // namespace attncheck
