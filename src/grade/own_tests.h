#pragma once
// own_tests.h: what a student's own tests are worth: they must accept every correct attention they are offered, and
// earn by the mistakes they reject (docs/grading.md, "Students' own tests"). Used by grade_one.cpp and by the reader of
// rubrics. What is wrong with the tests is part of the grade. Errors: std::runtime_error when the run was ended.
#include <string>
#include <vector>

#include "grade/grade.h"
#include "grade/rubric.h"
#include "grade/submissions.h"

namespace attncheck {

inline constexpr const char* own_tests_name = "Your own tests";

/// The ids of the faults that tests can be asked to reject, in the order of `attncheck list`: those that show in the
/// float32 answer to one question, and harm nobody who computes it.
std::vector<std::string> faults_for_tests();

struct OwnTests {
  GradedGroup group;
  std::string not_graded;       // what this machine lacks; empty when there is a score
  bool short_of_means = false;  // time or memory ran out
};

/// Of a rubric that has [tests].
OwnTests grade_own_tests(const Rubric& rubric, const Submission& submission);

}  // namespace attncheck
