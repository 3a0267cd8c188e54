#pragma once
// gtest.h: runs every property as a GoogleTest inside somebody's test program, with filters, sharding and JUnit.
// Used by people who already have such a program; attncheck's own suite is one. Link attncheck::gtest with it.
//
//   const bool registered = (attncheck::register_gtests("./my_attention.c"), true);   // before RUN_ALL_TESTS()
//   const bool registered = (attncheck::register_gtests(ATTNCHECK_FUNCTION(my_attention)), true);   // one of its own
//
// Tests are called <group>.<name>/<dtype>. A test fails on every outcome but holds and not_applicable, with the report
// of the counterexample; it is skipped where the subject does not offer the dtype, and fails where there is no subject.
// A failing EXPECT_* or ASSERT_* inside a property body falsifies the case, which then shrinks.
// Errors: wrong options and a subject that cannot be started, as a failure of each test.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "attncheck/suite.h"

namespace attncheck {

/// A BodyGuard: the first EXPECT_* or ASSERT_* of this thread that fails while `body` runs, as text.
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

class PropertyTest : public testing::Test {
 public:
  PropertyTest(std::shared_ptr<Suite> suite, const Property& property, DType dtype)
      : suite_(std::move(suite)), property_(property), dtype_(dtype) {}

  void TestBody() override {
    Ending ending;
    try {
      ending = suite_->judge(property_, dtype_, failed_expectation);
    } catch (const std::exception& error) { FAIL() << error.what(); }
    if (!ending.offered) GTEST_SKIP() << ending.text;
    RecordProperty("problems", std::to_string(ending.problems));
    RecordProperty("worst_ratio", std::to_string(ending.worst_ratio));
    if (ending.outcome == Outcome::holds || ending.outcome == Outcome::not_applicable) return;
    ADD_FAILURE() << ending.text;
  }

 private:
  std::shared_ptr<Suite> suite_;
  const Property& property_;
  DType dtype_;
};

/// Registers one test for each property of the program and each dtype (or options.dtype alone). The subject is opened
/// when the first of them runs. Call it before RUN_ALL_TESTS(), once a program.
inline void register_gtests(const std::shared_ptr<Suite>& suite) {
  for (const Property* property : Suite::properties())
    for (const DType dtype : suite->dtypes()) {
      const std::string test = std::string(property->name) + "/" + std::string(info(dtype).name);
      testing::RegisterTest(property->group, test.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [=]() -> testing::Test* { return new PropertyTest(suite, *property, dtype); });
    }
}
inline void register_gtests(const std::string& subject, const SuiteOptions& options = {}) {
  register_gtests(std::make_shared<Suite>(subject, options));
}
inline void register_gtests(const LinkedFunction& function, const SuiteOptions& options = {}) {
  register_gtests(std::make_shared<Suite>(function, options));
}

}  // namespace attncheck
