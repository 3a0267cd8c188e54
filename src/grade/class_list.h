#pragma once
// class_list.h: who is to be graded by which shard, kept beside the results, so that whoever puts shards together knows
// what is missing. Used by `attncheck grade --shard` and `attncheck merge`. "attncheck class" version 1
// (docs/formats.md). Errors: std::invalid_argument, one line, for folders that do not belong together or hold no
// results; std::runtime_error when a list cannot be written.
#include <string>
#include <vector>

#include "core/shard.h"
#include "grade/grade.h"
#include "grade/rubric.h"
#include "grade/submissions.h"

namespace attncheck {

/// The submissions of one shard.
std::vector<Submission> part_of(const std::vector<Submission>& all, const Shard& shard);

/// Writes results/class/2-of-3.json: all students, and what decides their grades.
void keep_class_list(const std::string& results, const Rubric& rubric, const Submissions& all, const Shard& shard);

struct Merged {
  std::vector<Grade> grades;  // by the name of the student; who is missing is not graded, with the reason
  std::vector<std::string> left_alone;
};

/// Everything that the shards left in these folders.
Merged merge_results(const std::vector<std::string>& folders);

}  // namespace attncheck
