// What one process found reaches another as it was, and it does not matter which of them found it.
#include "run/part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "attncheck/fault.h"
#include "property/table.h"
#include "run/runner.h"
#include "subject/in_process.h"
#include "subject/spec.h"
#include "tests/report/sample_result.h"

namespace attncheck {
namespace {

/// Everything but the seconds, as text.
std::string said(PropertyResult result) {
  result.seconds = 0;
  return to_bytes({result, Explanation({}), {}});
}

TEST(Part, arrives_as_it_was_with_numbers_that_are_none) {
  Part part{falsified("accuracy/within_error_bound", DType::float64), Explanation(MemberSet("1011")), {7, 1}};
  part.result.tags["causal, short"] = 3;
  part.result.families["gaussian"] = 4;
  part.result.coverage.add(missing_scale().problem);
  Samples samples;
  samples.add({3, 4, 2.5, HUGE_VAL});
  samples.add({5, 6, 0.1, Sample::not_known, 0.25});
  part.result.samples = samples.all();
  part.result.reason = "why \x01 \"not\"\n";
  part.result.findings.emplace_back();
  Finding& finding = part.result.findings[0];
  finding.output->operator()(0, 0) = -std::numeric_limits<double>::infinity();
  finding.output->operator()(1, 0) = std::nan("");
  finding.cell->observed = -0.0;
  finding.cell->bound = 0x1.23456789abcdep-1060;
  part.explanation.exclude(MemberSet("0011"), {finding.problem, *finding.output, *finding.cell, "a/b"});
  part.explanation.remember(finding.problem);

  const Part arrived = from_bytes(to_bytes(part));
  EXPECT_EQ(to_bytes(arrived), to_bytes(part));
  EXPECT_EQ(arrived.explanation.possible(), MemberSet("1000"));
  EXPECT_EQ(arrived.explanation.exclusions().at(0), arrived.explanation.exclusions().at(1)) << "one proof, sent once";
  EXPECT_EQ(arrived.explanation.exclusions().at(1)->property, "a/b");
  EXPECT_EQ(arrived.explanation.remembered().size(), 1U);
  EXPECT_EQ(arrived.audit.disagreements, 1);
  EXPECT_TRUE(std::signbit(arrived.result.findings[0].cell->observed));
  EXPECT_EQ(arrived.result.findings[0].cell->bound, 0x1.23456789abcdep-1060);
  EXPECT_FALSE(arrived.result.findings[1].output);
  ASSERT_EQ(arrived.result.samples.kept.size(), 2U);
  EXPECT_EQ(arrived.result.samples.kept[0].ratio, HUGE_VAL);
  EXPECT_EQ(arrived.result.samples.kept[1].closest, 0.25);
  EXPECT_EQ(arrived.result.samples.closests, (std::map<int, Index>{{-2, 1}}));
  EXPECT_EQ(arrived.result.samples.all, 2);
}

TEST(Part, that_no_part_was_is_refused) {
  EXPECT_ANY_THROW(from_bytes(""));
  EXPECT_ANY_THROW(from_bytes("\x01\x02"));
}

class Asked : public testing::TestWithParam<const char*> {};

TEST_P(Asked, at_once_or_one_by_one_gives_the_same_result) {
  std::ostringstream log;
  const auto subject = open_subject(GetParam(), log, {});
  RunOptions options;
  options.effort = "quick";
  options.properties = std::string(GetParam()).ends_with(".py") ? "causality/row*" : "*ca*";  // it is slow
  const RunResult alone = run(*subject, all_properties(), options);
  options.jobs = 3;
  const RunResult together = run(*subject, all_properties(), options);
  ASSERT_FALSE(alone.properties.empty());
  ASSERT_EQ(alone.properties.size(), together.properties.size());
  for (std::size_t k = 0; k < alone.properties.size(); ++k)
    EXPECT_EQ(said(alone.properties[k]), said(together.properties[k])) << alone.properties[k].id;
  ASSERT_EQ(alone.explained.size(), together.explained.size());
  for (std::size_t k = 0; k < alone.explained.size(); ++k) {
    EXPECT_EQ(alone.explained[k].members, together.explained[k].members);
    EXPECT_EQ(alone.explained[k].tightest, together.explained[k].tightest);
    EXPECT_EQ(alone.explained[k].audited_rows, together.explained[k].audited_rows);
  }
}

INSTANTIATE_TEST_SUITE_P(Run, Asked,
                         testing::Values("builtin:online", "fault:scale/missing", "fault:causal/off_by_one",
                                         ATTNCHECK_SOURCE_DIR "/examples/languages/plain.py"));

/// A subject that notes whether another of it was wanted.
class Noting final : public InProcessSubject {
 public:
  Noting() : InProcessSubject([](const Problem& problem) { return run_steps(right_steps(), problem); }) {}
  std::function<std::unique_ptr<Subject>()> opener() const override {
    wanted = true;
    return {};
  }
  mutable bool wanted = false;
};

TEST(Jobs, of_what_may_share_something_are_one_unless_told_otherwise) {
  Noting subject;
  RunOptions options;
  options.effort = "quick";
  options.properties = "shape/*";
  options.jobs = 0;
  EXPECT_EQ(run(subject, all_properties(), options).exit_code(), 0);
  EXPECT_FALSE(subject.wanted);
  options.jobs = 2;
  EXPECT_EQ(run(subject, all_properties(), options).exit_code(), 0);
  EXPECT_TRUE(subject.wanted);
}

/// In time when nobody is beside it.
class InTimeAlone final : public InProcessSubject {
 public:
  using InProcessSubject::InProcessSubject;
  std::function<std::unique_ptr<Subject>()> opener() const override {
    return [] { return std::make_unique<Late>(); };
  }

 private:
  struct Late final : InProcessSubject {
    Late() : InProcessSubject([](const Problem& problem) { return run_steps(right_steps(), problem); }) {}
    CallReport call(const Problem& /*problem*/, Prefill /*prefill*/) override {
      CallReport report;
      report.status = CallStatus::timed_out;
      return report;
    }
  };
};

TEST(Jobs, that_end_for_want_of_time_are_done_again_alone) {
  InTimeAlone subject([](const Problem& problem) { return run_steps(right_steps(), problem); });
  RunOptions options;
  options.effort = "quick";
  options.properties = "causality/future*";
  options.jobs = 2;
  const RunResult result = run(subject, all_properties(), options);
  EXPECT_EQ(result.exit_code(), 0);
  EXPECT_EQ(result.properties.size(), 4U);
  for (const PropertyResult& property : result.properties) EXPECT_EQ(property.outcome, Outcome::holds) << property.id;
}

}  // namespace
}  // namespace attncheck
