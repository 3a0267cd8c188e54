#include "report/terminal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sample_result.h"

namespace attncheck {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(TerminalReport, of_a_subject_that_holds_is_one_line_a_property_and_a_verdict) {
  EXPECT_EQ(terminal_report(good_run(), {}),
            R"(  holds           accuracy/within_error_bound    float32     40 problems  worst ratio 0.125
  holds           causality/future_is_invisible  float32     40 problems

holds: my.c: no counterexample in 80 problems, effort quick, seed 20170612
float32: 1 calls asked 2 tokens, head_dim 4, value_dim 1; 0 causal; logits up to 2; 2 value families
float32: 2 members of profile any can explain what it answered; tightest: shifted softmax, exp
)");
}

TEST(TerminalReport, shows_a_finding_so_that_a_person_can_check_it_by_hand) {
  EXPECT_EQ(terminal_report(bad_run(), sample_view()), R"(FALSIFIED  accuracy/within_error_bound  float32
  claim    claim of accuracy/within_error_bound
  problem  2 tokens x 4 head_dim x 1 value_dim, not causal (family: integers)

              query     key       value   answered       true output
    token 0   0 0 0 0   0 0 0 0   0               0.5            0.5
    token 1   1 1 1 1   1 1 1 1   1       >0.98201376<   0.880797078

  seen     output[1][0] is 0.98, but attention gives 0.88
  judged   off by 0.101, profile any allows 2.5e-06 (ratio 4.05e+04); true value 0.880797078 ± 3e-17
  found    by problem 4 of seed 20170612, made smaller in 52 tries
  replay   attncheck replay cx/0acc.json my.c

  holds           causality/future_is_invisible      float32     40 problems
  falsified       accuracy/within_error_bound        float32      4 problems  worst ratio 4.05e+04    output[1][0] is 0.98, but attention gives 0.88
  withheld        scaling/variance_of_logits_is_one  float32      0 problems                          the scale is wrong

falsified: my.c: accuracy/within_error_bound (44 problems, effort quick, seed 20170612)
float32: no member of profile any explains what it answered
)");
}

TEST(TerminalReport, counts_what_was_withheld_alike_and_verbose_shows_each) {
  std::vector<PropertyResult> properties = {falsified("a/a")};
  for (const char* id : {"b/b", "c/c", "d/d", "e/e", "f/f"}) {
    properties.push_back(property(id, Outcome::withheld));
    properties.back().problems = 0;
    properties.back().reason = *id == 'f' ? "something else" : "a/a failed";
  }
  ReportView view;
  const std::string text = terminal_report(run_of(properties), view);
  EXPECT_TRUE(contains(text,
                       "  withheld        4 properties  float32      0 problems                          a/a failed\n"
                       "  withheld        f/f"))
      << text;
  EXPECT_FALSE(contains(text, "c/c")) << text;
  view.verbose = true;
  EXPECT_TRUE(contains(terminal_report(run_of(properties), view), "c/c"));
}

TEST(TerminalReport, verbose_adds_families_tags_members_and_audit) {
  ReportView view;
  view.verbose = true;
  const std::string text = terminal_report(good_run(), view);
  EXPECT_TRUE(contains(text, "80 calls, 0.25 s\n")) << text;
  EXPECT_TRUE(contains(text, "families: gaussian 30, late peak 10\n")) << text;
  EXPECT_TRUE(contains(text, "tags: causal 20\n")) << text;
  EXPECT_TRUE(contains(text, "    running mean, exp\n    7 rows audited by the exact tier\n")) << text;
}

TEST(TerminalReport, shows_three_properties_in_full_and_counts_the_others) {
  const RunResult result = run_of(
      {falsified("a/a"), falsified("b/b"), falsified("c/c"), falsified("d/d"), falsified("a/a", DType::float64)});
  const std::string text = terminal_report(result, {});
  EXPECT_TRUE(contains(text, "FALSIFIED  c/c  float32\n"));
  EXPECT_FALSE(contains(text, "FALSIFIED  d/d")) << text;
  EXPECT_TRUE(contains(text, "2 more below in one line each; --verbose shows them in full\n")) << text;
  EXPECT_TRUE(contains(text, "falsified: my.c: a/a, b/b, c/c and 1 more (20 problems")) << text;
  ReportView verbose;
  verbose.verbose = true;
  EXPECT_TRUE(contains(terminal_report(result, verbose), "FALSIFIED  a/a  float64\n"));
}

TEST(TerminalReport, of_a_large_problem_shows_only_the_bad_row_around_the_bad_element) {
  PropertyResult large = falsified("accuracy/within_error_bound");
  Finding& finding = large.findings[0];
  finding.problem = make_problem({40, 3, 20}, DType::float32, true);
  finding.output = Tensor(40, 20);
  for (Index j = 0; j < 20; ++j) (*finding.output)(33, j) = static_cast<double>(j);
  finding.cell->row = 33;
  finding.cell->column = 12;
  const std::string text = finding_report(run_of({large}), large, sample_view());
  EXPECT_TRUE(contains(text,
                       "  problem  40 tokens x 3 head_dim x 20 value_dim, causal\n"
                       "  row 33   query     0 0 0\n"
                       "           key       0 0 0\n"
                       "           value     ... from column 8: 0 0 0 0 0 0 0 0 ...\n"
                       "           answered  ... from column 8: 8 9 10 11 12 13 14 15 ...\n"
                       "  seen "))
      << text;
  EXPECT_FALSE(contains(text, "token 0")) << text;
}

TEST(TerminalReport, says_when_only_several_problems_together_leave_no_member) {
  PropertyResult together = falsified("accuracy/one_arithmetic_explains_all");
  together.findings.push_back(missing_scale());
  const std::string text = finding_report(run_of({together}), together, sample_view());
  EXPECT_TRUE(contains(text, "  together no member of profile any explains these 2 problems at once\n")) << text;
  EXPECT_TRUE(contains(text, "replay cx/0acc.json")) << text;
  EXPECT_TRUE(contains(text, "replay cx/1acc.json")) << text;
}

TEST(TerminalReport, a_crash_has_no_answer_and_escapes_what_the_subject_printed) {
  PropertyResult crash = falsified("shape/every_element_is_written");
  crash.outcome = Outcome::crashed;
  crash.findings[0].output.reset();
  crash.findings[0].cell.reset();
  crash.findings[0].subject_stderr = "\x1b[2Jgone\nsecond";
  const RunResult result = run_of({crash});
  const std::string text = terminal_report(result, sample_view());
  EXPECT_TRUE(text.starts_with("CRASHED  shape/every_element_is_written  float32\n")) << text;
  EXPECT_TRUE(contains(text, "  printed  \\x1b[2Jgone\n           second\n")) << text;
  EXPECT_FALSE(contains(text, "answered"));
  EXPECT_FALSE(contains(text, "judged"));
  EXPECT_TRUE(contains(text, "\ncrashed: my.c: shape/every_element_is_written (")) << text;
}

TEST(TerminalReport, a_nan_is_called_by_its_name) {
  PropertyResult nan = falsified("accuracy/within_error_bound");
  (*nan.findings[0].output)(1, 0) = std::nan("");
  nan.findings[0].cell->observed = std::nan("");
  nan.findings[0].cell->ratio = HUGE_VAL;
  const std::string text = finding_report(run_of({nan}), nan, sample_view());
  EXPECT_TRUE(contains(text, ">nan<")) << text;
  EXPECT_TRUE(contains(text, "judged   profile any allows no nan here; true value 0.880797078 ± 3e-17\n")) << text;
}

TEST(TerminalReport, nothing_run_and_undecided_runs_have_no_verdict) {
  EXPECT_EQ(terminal_report(run_of({}), {}),
            "no verdict: my.c: no property was run (0 problems, effort quick, seed 20170612)\n");
  const RunResult undecided = run_of({property("a/a", Outcome::holds), property("b/b", Outcome::gave_up)});
  EXPECT_TRUE(contains(terminal_report(undecided, {}), "no verdict: my.c: 1 gave_up, 1 holds (80 problems"));
}

TEST(TerminalReport, a_run_that_ended_early_says_why_and_keeps_what_it_found) {
  ReportView view;
  view.error = "checker error: out of ideas";
  const std::string text = terminal_report(bad_run(), view);
  EXPECT_TRUE(contains(text, "FALSIFIED  accuracy/within_error_bound")) << text;
  EXPECT_TRUE(contains(text, "no verdict: my.c: checker error: out of ideas\n")) << text;
  EXPECT_EQ(exit_code(bad_run(), view), 4);
}

TEST(TerminalReport, tells_the_same_diagnosis_of_both_dtypes_once_after_the_verdict) {
  RunResult result = bad_run();
  result.diagnoses = {no_scale(DType::float32), no_scale(DType::float64)};
  const std::string text = terminal_report(result, {});
  const std::string line =
      "diagnosis: behaves like scale/missing: the logits are not divided "
      "(on 14 of 14 problems in float32, on 14 of 14 problems in float64)\n";
  ASSERT_NE(text.find(line), std::string::npos) << text;
  EXPECT_EQ(text.find("diagnosis", text.find(line) + line.size()), std::string::npos);
  EXPECT_LT(text.find("falsified: my.c"), text.find(line));
}

TEST(TerminalReport, says_that_no_known_mistake_fits) {
  RunResult result = bad_run();
  result.diagnoses = {{DType::float32, {}, "none of 300 known mistakes and variants fits", 0, 14}};
  const std::string text = terminal_report(result, {});
  EXPECT_NE(text.find("diagnosis: none of 300 known mistakes and variants fits (on all 14 problems in float32)\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace attncheck
