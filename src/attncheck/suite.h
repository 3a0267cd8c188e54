#pragma once
// suite.h: the whole suite as one object: a subject, and properties that are judged on it one by one.
// Used by attncheck/gtest.h and by test programs of other frameworks. Link attncheck::suite.
//
//   attncheck::Suite suite("./my_attention.so");
//   for (const attncheck::Property* property : attncheck::Suite::properties())
//     const attncheck::Ending ending = suite.judge(*property, attncheck::DType::float32);
//
// Errors: std::invalid_argument for wrong options and SubjectError for a subject that cannot be started, from judge().
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attncheck/function.h"
#include "attncheck/property.h"
#include "attncheck/subject.h"
#include "attncheck/verdict.h"

namespace attncheck {

struct SuiteOptions {
  std::string effort = "default";               // quick | default | thorough
  std::optional<std::uint64_t> seed;            // the one of `attncheck check` unless given
  std::optional<DType> dtype;                   // only this one
  std::map<std::string, std::string> declared;  // what `attncheck check --declare KEY=VALUE` takes
  Limits limits;
  const char* include_dir = ATTNCHECK_INCLUDE_DIR;  // for subjects that are a source file
};

/// How one property ended on one dtype.
struct Ending {
  bool offered = true;  // false: the subject does not offer the dtype, and nothing was run
  Outcome outcome = Outcome::holds;
  std::string text;  // empty when it holds; else the outcome, why, and the report of the counterexample
  Index problems = 0;
  double worst_ratio = 0;
};

/// Runs a body and returns what failed in it that attncheck cannot see by itself, as a failing EXPECT_*.
using BodyGuard = std::function<std::optional<std::string>(const std::function<void()>& body)>;

class Suite {
 public:
  /// `subject` as on the command line: builtin:row, ./my.so, ./my.c, ... It is opened by the first judge().
  explicit Suite(std::string subject, SuiteOptions options = {});
  /// A function of this program; calls run in a child process, forked before the first of them.
  explicit Suite(const LinkedFunction& function, SuiteOptions options = {});
  ~Suite();
  Suite(const Suite&) = delete;
  Suite& operator=(const Suite&) = delete;

  /// attncheck's own, then those linked into the program.
  static std::vector<const Property*> properties();

  /// The dtypes options.dtype leaves.
  std::vector<DType> dtypes() const;

  Ending judge(const Property& property, DType dtype, const BodyGuard& guard = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace attncheck
