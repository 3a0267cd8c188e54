// The gate as JSON, JUnit XML and in the words of GitHub.
#include "gate/gate_report.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "gate/github.h"
#include "small_suites.h"

namespace attncheck {
namespace {

using GateReport = SmallSuites;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// Every tag that opens is closed in its order.
bool is_nested(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.starts_with("?") || tag.ends_with("/")) continue;
    if (!tag.starts_with("/")) {
      open.push_back(tag.substr(0, tag.find(' ')));
      continue;
    }
    if (open.empty() || open.back() != tag.substr(1)) return false;
    open.pop_back();
  }
  return open.empty();
}

PropertyResult falsified(const std::string& id, const std::string& message) {
  PropertyResult property;
  property.id = id;
  property.outcome = Outcome::falsified;
  property.findings.emplace_back();
  property.findings[0].message = message;
  return property;
}

GateResult made_up(std::vector<PropertyResult> properties, const std::string& name = "kernel") {
  GateResult result;
  result.file = "attncheck.toml";
  result.effort = "quick";
  GateSubject subject;
  subject.subject.name = name;
  subject.subject.spec = "k.so";
  subject.command = "attncheck check k.so --effort quick --seed 0";
  subject.result.subject = name;
  subject.result.properties = std::move(properties);
  result.subjects.push_back(std::move(subject));
  return result;
}

TEST_F(GateReport, json_embeds_the_result_of_each_subject_and_what_was_expected) {
  SuiteSubject known = wrong("known");
  known.expect = {{"causality/*", "issue 12"}};
  judge(suite({known}));
  const GateResult result = judge(suite({known, right()}));
  const auto json = nlohmann::json::parse(gate_json(result));
  EXPECT_EQ(json["format"], "attncheck gate");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["exit_code"], 0);
  EXPECT_EQ(json["verdict"], "holds");
  ASSERT_EQ(json["subjects"].size(), 2U);
  const auto& subject = json["subjects"][0];
  EXPECT_EQ(subject["name"], "known");
  EXPECT_EQ(subject["subject"], "fault:causal/off_by_one");
  EXPECT_EQ(subject["verdict"], "as expected");
  EXPECT_EQ(subject["result"]["format"], "attncheck result");
  EXPECT_EQ(subject["result"]["properties"][0]["outcome"], "falsified");
  EXPECT_EQ(subject["result"]["properties"][0]["expected"], "issue 12");
  EXPECT_EQ(subject["expectations"][0]["outcome"], "fails");
  EXPECT_EQ(subject["asked_again"][0]["outcome"], "falsified");
  EXPECT_EQ(subject["asked_again"][0]["expected"], "issue 12");
}

TEST_F(GateReport, junit_has_a_suite_a_subject_and_dtype_and_skips_what_is_expected) {
  SuiteSubject known = wrong("known");
  known.expect = {{"causality/*", "issue 12: <tails>"}};
  SuiteSubject missing = on_one_property("missing", "no/such.so");
  judge(suite({known}));
  const std::string xml = gate_junit(judge(suite({known, wrong("new"), right(), missing})));
  EXPECT_TRUE(is_nested(xml)) << xml;
  EXPECT_TRUE(contains(xml,
                       "<testsuites name=\"attncheck gate attncheck.toml\" tests=\"5\" failures=\"1\" errors=\"1\" "
                       "skipped=\"2\""))
      << xml;
  for (const char* name : {"known float32", "known asked again float32", "new float32", "row float32", "missing run"})
    EXPECT_TRUE(contains(xml, "<testsuite name=\"" + std::string(name) + "\"")) << name << xml;
  EXPECT_EQ(count(xml, "<skipped message=\"expected: issue 12: &lt;tails&gt;\"/>"), 2U) << xml;
}

TEST_F(GateReport, junit_says_which_saved_file_cannot_be_read) {
  std::filesystem::create_directories(folder());
  std::ofstream(folder() + "/broken.json") << "{";
  const std::string xml = gate_junit(judge(suite({right()})));
  EXPECT_TRUE(contains(xml, "<testsuite name=\"saved counterexamples run\"")) << xml;
  EXPECT_TRUE(contains(xml, "broken.json: is not JSON")) << xml;
}

TEST_F(GateReport, an_annotation_is_escaped_as_github_asks) {
  const std::string text = github_annotations(made_up({falsified("a/b", "100 % off\r\n, as: seen")}, "k:1,2"));
  EXPECT_EQ(text,
            "::error title=attncheck k%3A1%2C2%3A%3Aa/b::100 %25 off\\x0d%0A, as: seen (replay: attncheck check k.so "
            "--effort quick --seed 0)\n");
}

TEST_F(GateReport, there_are_at_most_ten_annotations) {
  std::vector<PropertyResult> many;
  many.reserve(14);
  for (int k = 0; k < 14; ++k) many.push_back(falsified("a/" + std::to_string(k), "wrong"));
  EXPECT_EQ(count(github_annotations(made_up(many)), "::error "), 10U);
}

TEST_F(GateReport, what_is_expected_has_no_annotation_and_what_has_no_verdict_has_one) {
  GateResult result = made_up({falsified("a/b", "wrong")});
  result.subjects[0].subject.expect = {{"a/*", "issue 12"}};
  EXPECT_EQ(github_annotations(result), "");
  GateResult undecided = made_up({});
  EXPECT_EQ(count(github_annotations(undecided), "::error title=attncheck kernel::no verdict"), 1U);
  undecided.subjects[0].error = "k.so: does not load";
  undecided.subjects[0].error_code = 3;
  EXPECT_EQ(github_annotations(undecided), "::error title=attncheck kernel::k.so: does not load\n");
}

TEST_F(GateReport, the_summary_is_a_table_and_a_block_a_finding_that_nothing_in_it_can_end) {
  const std::string text = github_summary(made_up({falsified("a/b", "printed\n````\n| <b>")}, "k|1"));
  EXPECT_TRUE(contains(text, "| subject | verdict | |\n| --- | --- | --- |\n| k\\|1 | falsified | a/b |\n")) << text;
  EXPECT_TRUE(contains(text, "#### k\\|1: a/b\n\n`````text\nFALSIFIED  a/b  float32\n")) << text;
}

TEST_F(GateReport, a_summary_that_is_too_long_is_cut_at_a_block_with_a_note) {
  std::vector<PropertyResult> many;
  many.reserve(40);
  for (int k = 0; k < 40; ++k) many.push_back(falsified("a/" + std::to_string(k), "wrong"));
  const std::string text = github_summary(made_up(many), 3000);
  EXPECT_LE(text.size(), 3000U);
  EXPECT_TRUE(text.ends_with("More was found than fits here; the log of the step has the rest.\n")) << text;
  EXPECT_EQ(count(text, "```") % 2, 0U);
}

}  // namespace
}  // namespace attncheck
