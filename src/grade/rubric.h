#pragma once
// rubric.h: rubric.toml, what an assignment asks for and how much each part is worth (docs/grading.md).
// Used by all that grades. Paths in the file are relative to its folder; here they start from the folder attncheck runs
// in. Errors: std::invalid_argument, one line, "FILE:LINE: what was wrong, what was expected".
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attncheck/dtype.h"
#include "attncheck/subject.h"
#include "run/runner.h"

namespace attncheck {

enum class Scoring { share, all };  // each property its part of the points, or all of them or nothing

struct RubricGroup {
  std::string name;
  double points = 0;
  Scoring scoring = Scoring::share;
  std::vector<std::string> properties;  // ids, in the order of `attncheck list`
};

/// Tests that students write themselves.
struct RubricTests {
  double points = 0;
  std::vector<std::string> files{"tests.py", "tests.cpp"};  // in the folder of a student, the first that is there
  std::vector<std::string> faults;                          // ids of what they should reject, as `attncheck list` does
};

struct Rubric {
  std::string path;
  std::string digest;  // of its text and of the secret
  std::string assignment;
  std::string effort = "quick";
  std::uint64_t seed = default_seed;  // of the public problems
  std::string secret;                 // its file, or empty
  std::optional<std::uint64_t> hidden_seed;
  std::optional<DType> dtype = DType::float32;  // nothing: all that a submission offers
  std::vector<std::string> files;               // of a folder, the first that is there is graded; empty: the only one
  std::vector<std::string> required;            // without one of these nothing is earned
  std::vector<std::string> visible;             // what a submission can read beside its own folder
  std::map<std::string, std::string> declared;  // of all submissions
  Limits limits;
  std::vector<RubricGroup> groups;
  std::optional<RubricTests> tests;

  double points() const;
};

/// The secret is read from the file that the text names.
Rubric read_rubric(std::string_view text, const std::string& path);
Rubric load_rubric(const std::string& path);

}  // namespace attncheck
