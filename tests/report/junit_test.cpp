#include "report/junit.h"

#include <gtest/gtest.h>

#include "sample_result.h"

namespace attncheck {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(JunitReport, has_a_suite_a_dtype_and_a_case_a_property) {
  EXPECT_EQ(junit_report(good_run(), {}), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="attncheck my.c" tests="2" failures="0" errors="0" skipped="0" time="0.500">
  <testsuite name="float32" tests="2" failures="0" errors="0" skipped="0" time="0.500">
    <testcase classname="accuracy" name="within_error_bound" time="0.250"/>
    <testcase classname="causality" name="future_is_invisible" time="0.250"/>
  </testsuite>
</testsuites>
)");
}

TEST(JunitReport, a_falsified_property_is_a_failure_with_the_counterexample_and_a_withheld_one_is_skipped) {
  const std::string xml = junit_report(bad_run(), sample_view());
  EXPECT_TRUE(contains(xml, R"(tests="3" failures="1" errors="0" skipped="1")")) << xml;
  EXPECT_TRUE(contains(xml, R"(<failure type="falsified" message="output[1][0] is 0.98, but attention gives 0.88">)"
                            "FALSIFIED  accuracy/within_error_bound  float32\n"))
      << xml;
  EXPECT_TRUE(contains(xml, "&gt;0.98201376&lt;")) << xml;
  EXPECT_TRUE(contains(xml, R"(<skipped message="the scale is wrong"/>)")) << xml;
}

TEST(JunitReport, what_is_not_decided_is_an_error_and_never_green) {
  for (const Outcome outcome : {Outcome::inconclusive, Outcome::gave_up, Outcome::checker_error}) {
    const std::string xml = junit_report(run_of({property("a/a", outcome)}), {});
    EXPECT_TRUE(contains(xml, R"(tests="1" failures="0" errors="1" skipped="0")")) << xml;
    EXPECT_TRUE(contains(xml, "<error type=\"" + std::string(name(outcome)) + "\"")) << xml;
  }
}

TEST(JunitReport, each_outcome_against_the_subject_is_a_failure) {
  for (const Outcome outcome : {Outcome::falsified, Outcome::crashed, Outcome::timed_out, Outcome::out_of_memory})
    EXPECT_TRUE(contains(junit_report(run_of({property("a/a", outcome)}), {}), R"(failures="1")"));
}

TEST(JunitReport, a_run_of_nothing_is_an_error) {
  EXPECT_TRUE(contains(junit_report(run_of({}), {}), R"(<error type="no verdict" message="no property was run">)"));
  const RunResult skipped = run_of({property("a/a", Outcome::not_applicable)});
  EXPECT_TRUE(contains(junit_report(skipped, {}), R"(message="no property was applicable")"));
}

TEST(JunitReport, what_is_expected_is_skipped_with_its_reason_and_what_it_withholds_is_no_pass) {
  const RunResult result = run_of({property("a/a", Outcome::crashed), property("b/b", Outcome::withheld)});
  ReportView view;
  view.expected = [](const std::string& id) {
    return id == "a/a" ? std::optional<std::string>("known") : std::nullopt;
  };
  const std::string xml = junit_report(result, view);
  EXPECT_TRUE(contains(xml, R"(<skipped message="expected: known"/>)")) << xml;
  EXPECT_TRUE(contains(xml, R"(<error type="no verdict" message="what was withheld is not decided">)")) << xml;
  view.expected = [](const std::string&) { return std::optional<std::string>("known"); };
  EXPECT_TRUE(contains(junit_report(result, view), R"(tests="2" failures="0" errors="0" skipped="2")"));
}

TEST(JunitReport, a_run_that_ended_early_is_an_error_beside_what_was_found) {
  ReportView view;
  view.error = "my.c: does not compile\nerror: x < y";
  view.error_code = 3;
  const std::string xml = junit_report(run_of({}), view);
  EXPECT_TRUE(contains(xml, R"(<error type="not started" message="my.c: does not compile error: x &lt; y">)")) << xml;
  EXPECT_TRUE(contains(xml, R"(<testsuites name="attncheck my.c" tests="1" failures="0" errors="1")")) << xml;
}

TEST(XmlEscaped, holds_nothing_that_xml_forbids) {
  EXPECT_EQ(xml_escaped("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;");
  EXPECT_EQ(xml_escaped(std::string("\x1b\0\x7f\t\n", 5)), "\\x1b\\x00\\x7f\t\n");
  EXPECT_EQ(xml_escaped("\xef\xbf\xbe \xff"), "\xef\xbf\xbd \xef\xbf\xbd");
}

TEST(JunitReport, a_diagnosis_stands_in_the_text_of_a_failure_of_its_dtype) {
  RunResult result = bad_run();
  result.diagnoses = {no_scale(DType::float64)};
  EXPECT_FALSE(contains(junit_report(result, {}), "diagnosis"));
  result.diagnoses = {no_scale(DType::float32)};
  EXPECT_TRUE(contains(junit_report(result, {}),
                       "diagnosis of the run: behaves like scale/missing: the logits are not divided "
                       "(on 14 of 14 problems in float32)\n"));
}

}  // namespace
}  // namespace attncheck
