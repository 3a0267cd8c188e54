#pragma once
// grader.h: submissions before the properties of a rubric, each in a process of its own behind a wall, what is done
// kept as it is done. Used by `attncheck grade`. What goes wrong with one submission is a grade like any other.
// Errors: SubjectError (machine) when no wall can be built; std::runtime_error when the results cannot be written.
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/shard.h"
#include "grade/grade.h"
#include "grade/rubric.h"
#include "grade/submissions.h"

namespace attncheck {

struct GradingProgress {
  std::size_t done = 0;
  std::size_t all = 0;
  double seconds = 0;      // since it began
  std::size_t graded = 0;  // of those that are done: in this time
  bool alone = false;      // those whose time or memory was short, once more, one at a time
};

struct GradingOptions {
  std::string results;                                    // folder
  Shard shard;                                            // which part of the class they are
  int jobs = 1;                                           // submissions at once
  std::function<void(const GradingProgress&)> progress;   // may be empty
  std::function<void(const Grade&, bool kept)> finished;  // kept: from an earlier run; may be empty
};

/// In the order of `submissions`; those that an interruption left out are missing.
std::vector<Grade> grade_all(const Rubric& rubric, const std::vector<Submission>& submissions,
                             const GradingOptions& options);

/// One submission, here and now. `alone`: whether time or memory ran out, which being alone might have prevented.
struct Graded {
  Grade grade;
  bool short_of_means = false;
};
Graded grade_one(const Rubric& rubric, const Submission& submission);

/// Of this program: a build differs from another of the same version.
std::string program_digest();

}  // namespace attncheck
