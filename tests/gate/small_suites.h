#pragma once
// small_suites.h: suites of one or two subjects on one property, in a folder of the test's own.
// Used by the tests of the gate.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "core/problem_json.h"
#include "gate/gate.h"

namespace attncheck {

class SmallSuites : public testing::Test {
 protected:
  static constexpr const char* holds_on_wrong = "shape/every_element_is_written";  // fault:causal/off_by_one keeps it

  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "attncheck-gate-" + test->name();
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  const std::string& folder() const { return folder_; }

  static SuiteSubject on_one_property(const std::string& name, const std::string& spec) {
    SuiteSubject subject;
    subject.name = name;
    subject.spec = spec;
    subject.dtype = DType::float32;
    subject.properties = "causality/future_is_invisible";
    subject.place = "attncheck.toml:1";
    return subject;
  }
  static SuiteSubject right() { return on_one_property("row", "builtin:row"); }
  static SuiteSubject wrong(const std::string& name) { return on_one_property(name, "fault:causal/off_by_one"); }

  SuiteFile suite(std::vector<SuiteSubject> subjects) const {
    SuiteFile file;
    file.path = "attncheck.toml";
    file.effort = "quick";
    file.counterexamples = folder_;
    file.subjects = std::move(subjects);
    return file;
  }

  static GateOptions quiet() {
    GateOptions options;
    options.diagnose = false;
    return options;
  }

  static GateResult judge(const SuiteFile& file) {
    std::ostringstream err;
    return gate(file, quiet(), err);
  }

 private:
  std::string folder_;
};

}  // namespace attncheck
