// The gate on small suites: verdicts, expectations, saved counterexamples, exit codes.
#include "gate/gate.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "gate/gate_report.h"
#include "small_suites.h"

namespace attncheck {
namespace {

using Gate = SmallSuites;

std::size_t files_in(const std::string& folder) {
  std::size_t count = 0;
  if (std::filesystem::exists(folder))
    for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST_F(Gate, a_correct_subject_holds_and_leaves_no_folder) {
  const GateResult result = judge(suite({right()}));
  EXPECT_EQ(result.exit_code(), 0) << gate_summary(result);
  EXPECT_EQ(result.subjects.at(0).verdict(), "holds");
  EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(Gate, a_wrong_subject_is_falsified_and_its_counterexample_carries_its_name) {
  const GateResult result = judge(suite({wrong("kernel")}));
  EXPECT_EQ(result.exit_code(), 1);
  EXPECT_EQ(result.subjects.at(0).verdict(), "falsified");
  const std::string file = folder() + "/kernel-causality.future_is_invisible-float32.json";
  ASSERT_TRUE(std::filesystem::exists(file));
  EXPECT_EQ(load_counterexample(file).subject, "kernel");
  const std::string text = subject_report(result.subjects[0], false);
  EXPECT_TRUE(
      text.starts_with("attncheck check fault:causal/off_by_one --effort quick --seed 20170612 --properties "
                       "causality/future_is_invisible --dtype float32\n"))
      << text;
  EXPECT_NE(text.find("  replay   attncheck replay " + file + " fault:causal/off_by_one\n"), std::string::npos) << text;
}

TEST_F(Gate, what_is_expected_to_fail_does_not_fail_the_gate_and_is_told_with_its_reason) {
  SuiteSubject subject = wrong("kernel");
  subject.expect = {{"causality/*", "issue 12: padded tails"}};
  const GateResult result = judge(suite({subject}));
  EXPECT_EQ(result.exit_code(), 0) << gate_summary(result);
  EXPECT_EQ(result.subjects[0].verdict(), "as expected");
  EXPECT_EQ(result.subjects[0].met(subject.expect[0]), Met::fails);
  const std::string text = subject_report(result.subjects[0], false);
  EXPECT_NE(text.find("expected: causality/future_is_invisible float32 is falsified (issue 12: padded tails)\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("FALSIFIED"), std::string::npos) << "no finding in full: " << text;
  EXPECT_NE(gate_summary(result).find("  as expected   kernel  1 failed as expected\n"), std::string::npos)
      << gate_summary(result);
}

TEST_F(Gate, an_expectation_under_which_nothing_fails_is_told_and_does_not_fail_the_gate) {
  SuiteSubject subject = right();
  subject.expect = {{"causality/*", "issue 12"}};
  const GateResult result = judge(suite({subject}));
  EXPECT_EQ(result.exit_code(), 0);
  EXPECT_EQ(result.subjects[0].verdict(), "holds");
  EXPECT_NE(subject_report(result.subjects[0], false).find("expected to fail, but holds: causality/* (issue 12)\n"),
            std::string::npos);
}

TEST_F(Gate, an_expectation_covers_no_other_property) {
  SuiteSubject subject = wrong("kernel");
  subject.properties = "causality/*";
  subject.expect = {{"causality/row_zero_is_first_value", "issue 12"}};
  EXPECT_EQ(judge(suite({subject})).exit_code(), 1);
}

TEST_F(Gate, a_saved_counterexample_fails_while_the_mistake_is_there_and_holds_when_it_is_repaired) {
  judge(suite({wrong("kernel")}));
  const GateResult again = judge(suite({wrong("kernel")}));
  ASSERT_EQ(again.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(again.subjects[0].again[0].outcome, Outcome::falsified);
  const std::string text = subject_report(again.subjects[0], false);
  EXPECT_NE(text.find("float32.json: fails again (causality/future_is_invisible): output["), std::string::npos) << text;

  SuiteSubject repaired = right();
  repaired.name = "kernel";
  const GateResult held = judge(suite({repaired}));
  ASSERT_EQ(held.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(held.subjects[0].again[0].outcome, Outcome::holds);
  EXPECT_EQ(held.exit_code(), 0);
  EXPECT_EQ(files_in(folder()), 1U) << "it stays, to be asked again";
}

TEST_F(Gate, a_saved_counterexample_that_fails_again_fails_the_gate_by_itself) {
  judge(suite({wrong("kernel")}));
  SuiteSubject elsewhere = wrong("kernel");
  elsewhere.properties = holds_on_wrong;
  const GateResult result = judge(suite({elsewhere}));
  EXPECT_EQ(result.subjects.at(0).result.exit_code(), 0) << gate_summary(result);
  EXPECT_EQ(result.exit_code(), 1);
  EXPECT_EQ(result.subjects[0].verdict(), "falsified");
  EXPECT_NE(gate_summary(result).find("1 saved counterexample fails again"), std::string::npos);
}

TEST_F(Gate, a_saved_counterexample_of_an_expected_property_does_not_fail_the_gate) {
  SuiteSubject subject = wrong("kernel");
  subject.expect = {{"causality/*", "issue 12"}};
  judge(suite({subject}));
  const GateResult again = judge(suite({subject}));
  ASSERT_EQ(again.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(again.exit_code(), 0);
  EXPECT_NE(subject_report(again.subjects[0], false).find("fails, as expected"), std::string::npos);
}

TEST_F(Gate, a_law_of_several_calls_is_asked_again_at_the_seed_that_broke_it) {
  SuiteSubject forgetful = right();
  forgetful.name = "kernel";
  forgetful.spec = "fault:conduct/query_scaled_in_place";
  forgetful.properties = "conduct/*";
  SuiteFile found = suite({forgetful});
  found.seed = 3;
  judge(found);
  ASSERT_GE(files_in(folder()), 1U);
  const GateResult again = judge(suite({forgetful}));
  ASSERT_GE(again.subjects.at(0).again.size(), 1U);
  EXPECT_TRUE(against_subject(again.subjects[0].again[0].outcome));
  EXPECT_TRUE(again.subjects[0].again[0].seen.ends_with("(seed 3)")) << again.subjects[0].again[0].seen;
  forgetful.spec = "builtin:row";
  EXPECT_EQ(judge(suite({forgetful})).exit_code(), 0);
}

TEST_F(Gate, a_law_that_the_run_breaks_anew_is_not_said_to_hold) {
  SuiteSubject forgetful = right();
  forgetful.spec = "fault:conduct/query_scaled_in_place";
  forgetful.properties = "conduct/*";
  judge(suite({forgetful}));
  const GateResult again = judge(suite({forgetful}));
  ASSERT_GE(again.subjects.at(0).again.size(), 1U);
  for (const AskedAgain& one : again.subjects[0].again) EXPECT_TRUE(against_subject(one.outcome)) << one.seen;
}

TEST_F(Gate, a_subject_that_crashes_again_says_how) {
  SuiteSubject subject = right();
  subject.spec = "fault:conduct/crashes_at_head_dim_above_128";
  subject.properties = "accuracy/no_size_is_special";
  judge(suite({subject}));
  const GateResult again = judge(suite({subject}));
  ASSERT_EQ(again.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(again.subjects[0].again[0].outcome, Outcome::crashed);
  EXPECT_EQ(again.subjects[0].again[0].seen, "signal 6 (SIGABRT)");
  EXPECT_EQ(again.subjects[0].verdict(), "crashed");
}

TEST_F(Gate, an_undecided_property_beside_an_expected_failure_is_no_pass_unless_it_is_covered_too) {
  SuiteSubject subject = right();
  subject.spec = "fault:conduct/never_written";
  subject.properties = "*";
  subject.expect = {{"shape/*", "issue 3"}, {"conduct/*", "issue 3"}};
  const GateResult result = judge(suite({subject}));
  EXPECT_NE(result.exit_code(), 0) << gate_summary(result);
  subject.expect = {{"*", "issue 3"}};
  EXPECT_EQ(judge(suite({subject})).exit_code(), 0);
}

TEST_F(Gate, a_counterexample_with_nan_is_judged_by_its_law) {
  SuiteSubject subject = right();
  subject.spec = "fault:masking/after_softmax_renormalised";
  subject.properties = "causality/nan_reaches_rows_that_see_it";
  subject.declared = {{"nan", "yes"}};
  ASSERT_EQ(judge(suite({subject})).exit_code(), 1);
  subject.spec = "builtin:row";
  const GateResult repaired = judge(suite({subject}));
  EXPECT_EQ(repaired.exit_code(), 0) << gate_summary(repaired);
  ASSERT_EQ(repaired.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(repaired.subjects[0].again[0].outcome, Outcome::holds);
}

TEST_F(Gate, a_counterexample_beyond_what_the_subject_promises_now_is_not_asked) {
  judge(suite({wrong("kernel")}));
  SuiteSubject narrow = wrong("kernel");
  narrow.properties = holds_on_wrong;
  narrow.declared = {{"max_tokens", "1"}};
  const GateResult result = judge(suite({narrow}));
  ASSERT_EQ(result.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(result.subjects[0].again[0].outcome, Outcome::not_applicable);
  EXPECT_EQ(result.subjects[0].again[0].seen, "the subject takes at most 1 tokens");
}

TEST_F(Gate, counterexamples_of_other_names_are_left_alone_and_named) {
  judge(suite({wrong("somebody")}));
  const GateResult result = judge(suite({right()}));
  EXPECT_TRUE(result.subjects.at(0).again.empty());
  ASSERT_EQ(result.left_alone.size(), 1U);
  EXPECT_EQ(result.exit_code(), 0);
  EXPECT_NE(gate_summary(result).find("it was found in no subject of attncheck.toml"), std::string::npos);
}

TEST_F(Gate, a_saved_file_that_cannot_be_read_is_never_silent) {
  std::filesystem::create_directories(folder());
  std::ofstream(folder() + "/broken.json") << "{";
  const GateResult result = judge(suite({right()}));
  ASSERT_EQ(result.errors.size(), 1U);
  EXPECT_TRUE(result.errors[0].starts_with(folder() + "/broken.json: is not JSON: ")) << result.errors[0];
  EXPECT_EQ(result.exit_code(), 4);
  EXPECT_NE(gate_summary(result).find("cannot be read: " + folder() + "/broken.json"), std::string::npos);
}

TEST_F(Gate, a_subject_that_cannot_start_is_told_and_the_others_go_on) {
  SuiteSubject missing = right();
  missing.name = "missing";
  missing.spec = "no/such.so";
  const GateResult beside_right = judge(suite({missing, right()}));
  ASSERT_EQ(beside_right.subjects.size(), 2U);
  EXPECT_EQ(beside_right.subjects[0].verdict(), "not started");
  EXPECT_EQ(beside_right.subjects[1].verdict(), "holds");
  EXPECT_EQ(beside_right.exit_code(), 3);
  EXPECT_EQ(judge(suite({missing, wrong("kernel")})).exit_code(), 1) << "1 beats 3";
}

TEST_F(Gate, what_only_the_opened_subject_shows_to_be_wrong_names_the_line) {
  SuiteSubject subject = right();
  subject.declared = {{"profile", "bfloat16"}};
  subject.dtype = DType::float64;
  const GateResult result = judge(suite({subject}));
  EXPECT_EQ(result.exit_code(), 3);
  EXPECT_TRUE(result.subjects.at(0).error.starts_with("attncheck.toml:1: --declare profile=bfloat16: "))
      << result.subjects[0].error;
}

TEST_F(Gate, no_verdict_beats_a_falsified_subject) {
  std::filesystem::create_directories(folder());
  std::ofstream(folder() + "/broken.json") << "{";
  EXPECT_EQ(judge(suite({wrong("kernel")})).exit_code(), 4);
}

TEST_F(Gate, only_the_named_subjects_are_judged_and_an_unknown_name_is_refused) {
  GateOptions options = quiet();
  options.only = {"row"};
  std::ostringstream err;
  const GateResult result = gate(suite({wrong("kernel"), right()}), options, err);
  ASSERT_EQ(result.subjects.size(), 1U);
  EXPECT_EQ(result.subjects[0].subject.name, "row");
  options.only = {"rwo"};
  try {
    gate(suite({wrong("kernel"), right()}), options, err);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "--only rwo: attncheck.toml has no such subject; did you mean row? (subjects: kernel, row)");
  }
}

TEST_F(Gate, without_saving_what_is_saved_is_still_asked) {
  judge(suite({wrong("kernel")}));
  GateOptions options = quiet();
  options.save = false;
  std::ostringstream err;
  SuiteSubject second = wrong("second");
  const GateResult result = gate(suite({wrong("kernel"), second}), options, err);
  EXPECT_EQ(result.subjects.at(0).again.size(), 1U);
  EXPECT_EQ(files_in(folder()), 1U);
}

TEST_F(Gate, a_folder_that_cannot_be_written_is_refused_before_the_run) {
  std::ofstream(folder()) << "a file";
  try {
    judge(suite({right()}));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("counterexamples = FOLDER in the file, or --no-save"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace attncheck
