#pragma once
// submissions.h: what students handed in: a file or a folder each.
// Used by the grader. Errors: std::invalid_argument when there is nothing to grade. What is wrong with one submission
// is said in it.
#include <string>
#include <vector>

#include "grade/rubric.h"

namespace attncheck {

struct Submission {
  std::string student;  // the name of the folder, or of the file without its extension
  std::string path;     // the file that is graded
  std::string tests;    // the file of its own tests; empty when there is none
  bool folder = false;  // the files beside it belong to it
  std::string digest;   // of everything that was handed in
  std::string trouble;  // why it cannot be graded; empty when it can
};

struct Submissions {
  std::vector<Submission> all;          // by the name of the student
  std::vector<std::string> left_alone;  // files that nothing can run
};

/// Everything in `folder`, each a student's; what begins with a dot is nobody's.
Submissions submissions_in(const std::string& folder, const Rubric& rubric);

/// One file, or one folder, of one student.
Submission only_submission(const std::string& path, const Rubric& rubric);

/// What the files about a student are called: no other student has the same.
std::string file_name_of(const std::string& student);

}  // namespace attncheck
