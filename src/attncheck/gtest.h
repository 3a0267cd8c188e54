#pragma once
// gtest.h: runs every property as a GoogleTest inside somebody's test program, with filters, sharding and JUnit.
// Used by people who already have such a program; attncheck's own suite is one. Link attncheck's run and report with
// it.
//
//   const bool registered = (attncheck::register_gtests("./my_attention.c"), true);   // before RUN_ALL_TESTS()
//
// Tests are called <group>.<name>/<dtype>. A test fails on every outcome but holds and not_applicable, with the report
// of the counterexample; it is skipped where the subject does not offer the dtype, and fails where there is no subject.
// A failing EXPECT_* or ASSERT_* inside a property body falsifies the case, which then shrinks.
// Errors: std::invalid_argument for wrong options, as a failure of each test.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "property/table.h"
#include "report/terminal.h"
#include "run/runner.h"
#include "subject/spec.h"

namespace attncheck {

/// A RunOptions::body_guard: the first EXPECT_* or ASSERT_* of this thread that fails while `body` runs, as text.
inline std::optional<std::string> failed_expectation(const std::function<void()>& body) {
  testing::TestPartResultArray results;
  {
    using Reporter = testing::ScopedFakeTestPartResultReporter;
    const Reporter reporter(Reporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    body();
  }
  for (int k = 0; k < results.size(); ++k) {
    const testing::TestPartResult& part = results.GetTestPartResult(k);
    if (!part.failed()) continue;
    std::ostringstream text;
    text << (part.file_name() != nullptr ? part.file_name() : "?") << ":" << part.line_number() << ": "
         << part.message();
    return text.str();
  }
  return std::nullopt;
}

/// One subject for all tests of a program, opened by the first that runs.
class GtestSubject {
 public:
  GtestSubject(std::string spec, RunOptions run_options, const Limits& limits)
      : options(std::move(run_options)), spec_(std::move(spec)), limits_(limits) {}

  /// Null when it cannot be opened; error() then says why, and it is not tried again.
  Subject* open() {
    if (subject_ || !error_.empty()) return subject_.get();
    std::ostringstream log;
    try {
      subject_ = open_subject(spec_, limits_, log);
    } catch (const SubjectError& failed) { error_ = std::string(failed.what()) + "\n" + log.str(); }
    return subject_.get();
  }

  const std::string& error() const { return error_; }

  RunOptions options;

 private:
  std::string spec_;
  Limits limits_;
  std::unique_ptr<Subject> subject_;
  std::string error_;
};

class PropertyTest : public testing::Test {
 public:
  PropertyTest(std::shared_ptr<GtestSubject> shared, const Property& property, DType dtype)
      : shared_(std::move(shared)), property_(property), dtype_(dtype) {}

  void TestBody() override {
    Subject* subject = shared_->open();
    ASSERT_NE(subject, nullptr) << shared_->error();
    const auto& offered = subject->dtypes();
    if (std::find(offered.begin(), offered.end(), dtype_) == offered.end())
      GTEST_SKIP() << subject->name() << " does not offer " << info(dtype_).name;
    RunOptions options = shared_->options;
    options.properties = "*";
    options.dtype = dtype_;
    options.body_guard = failed_expectation;
    const RunResult result = run(*subject, {&property_}, options);
    ASSERT_FALSE(result.properties.empty()) << "nothing was run";
    for (const PropertyResult& one : result.properties) judge(result, one);
  }

 private:
  static void judge(const RunResult& result, const PropertyResult& one) {
    RecordProperty("problems", std::to_string(one.problems));
    RecordProperty("worst_ratio", std::to_string(one.worst_ratio));
    if (one.outcome == Outcome::holds || one.outcome == Outcome::not_applicable) return;
    ADD_FAILURE() << one.id << ": " << name(one.outcome) << (one.reason.empty() ? "" : ": " + one.reason) << "\n"
                  << (one.findings.empty() ? "" : finding_report(result, one, ReportView{}));
  }

  std::shared_ptr<GtestSubject> shared_;
  const Property& property_;
  DType dtype_;
};

/// Registers one test for each property of the build and each dtype (or options.dtype alone). The subject is opened
/// when the first of them runs. Call it before RUN_ALL_TESTS(), once a program.
inline void register_gtests(const std::string& spec, const RunOptions& options = {}, const Limits& limits = {}) {
  const auto shared = std::make_shared<GtestSubject>(spec, options, limits);
  for (const Property* property : all_properties())
    for (const DType dtype : {DType::float32, DType::float64}) {
      if (options.dtype && *options.dtype != dtype) continue;
      const std::string test = std::string(property->name) + "/" + std::string(info(dtype).name);
      testing::RegisterTest(property->group, test.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [=]() -> testing::Test* { return new PropertyTest(shared, *property, dtype); });
    }
}

}  // namespace attncheck
