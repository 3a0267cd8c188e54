// The power of the suite and its false alarms, measured on subjects nobody tuned it to: every correct form holds judged
// undeclared, every mistake is caught, and the first property that speaks against it is one that fits the mistake.
#include <gtest/gtest.h>

#include <set>

#include "property/table.h"
#include "run/plan.h"
#include "tests/power/corpus.h"

namespace attncheck::power {
namespace {

/// The first property against the subject is one its file expects, with the outcome it expects.
void expect_noticed(const Judged& judged, const Expected& expected) {
  ASSERT_EQ(judged.exit_code, 1) << judged.text;
  const std::vector<Result> against = judged.against();
  ASSERT_FALSE(against.empty()) << judged.text;
  const Result& first = against.front();
  EXPECT_TRUE(std::ranges::any_of(expected.notices,
                                  [&](const std::string& glob) { return attncheck::matches(glob, first.id); }))
      << "noticed first by " << first.id << ": " << first.message << "\n"
      << judged.text;
  EXPECT_EQ(first.outcome, expected.outcome) << judged.text;
}

TEST(Corpus, is_there_and_every_wrong_file_says_who_must_notice_it) {
  EXPECT_GE(files_of("correct").size(), 25U);
  EXPECT_GE(files_of("wrong").size(), 48U);
  EXPECT_GE(faults().size(), 10U);
  for (const Subject& subject : files_of("wrong")) {
    EXPECT_TRUE(read_file(subject.spec).starts_with("// Wrong: ")) << subject.spec;
    EXPECT_FALSE(expected_of(subject.spec).notices.empty()) << subject.spec;
  }
}

class CorrectForm : public testing::TestWithParam<Subject> {};

TEST_P(CorrectForm, holds_judged_undeclared) {
  const Judged judged = judge(GetParam().spec, "--effort quick");
  EXPECT_EQ(judged.exit_code, 0) << judged.text;
  EXPECT_GE(judged.results.size(), 10U) << judged.text;
}

INSTANTIATE_TEST_SUITE_P(Power, CorrectForm, testing::ValuesIn(files_of("correct")), name_of);

class Mistake : public testing::TestWithParam<Subject> {};

TEST_P(Mistake, is_noticed_first_by_the_property_it_breaks) {
  const Expected expected = expected_of(GetParam().spec);
  const bool says_its_effort = expected.options.find("--effort") != std::string::npos;
  const std::string effort = says_its_effort ? "" : " --effort quick";
  expect_noticed(judge(GetParam().spec, expected.options + effort + " --fail-fast"), expected);
}

INSTANTIATE_TEST_SUITE_P(Power, Mistake, testing::ValuesIn(files_of("wrong")), name_of);

class InTreeFault : public testing::TestWithParam<Subject> {};

TEST_P(InTreeFault, is_noticed_by_the_property_its_card_names_first) {
  const Fault& fault = fault_of(GetParam());
  std::string options = dtype_option(fault) + " --seed 1 --properties " + fault.card().noticed_by.front();
  if (fault.card().effect == Effect::never_returns) options += " --limit first_call=1 --limit call=1";
  const Judged judged = judge_harder(GetParam().spec, options);
  EXPECT_EQ(judged.exit_code, 1) << judged.text;
}

/// A claim that nothing in the tree can break may be one that cannot fail.
TEST(InTreeProperty, is_noticed_by_the_card_of_a_fault_or_a_file_of_mistakes) {
  std::set<std::string> speaking;
  for (const Fault* fault : all_faults())
    for (const std::string& id : fault->card().noticed_by) speaking.insert(id);
  for (const Subject& subject : files_of("wrong"))
    for (const std::string& glob : expected_of(subject.spec).notices) speaking.insert(glob);
  for (const Property* property : all_properties())
    EXPECT_TRUE(speaking.contains(property->id())) << property->id() << " catches no fault";
}

INSTANTIATE_TEST_SUITE_P(Power, InTreeFault, testing::ValuesIn(faults()), name_of);

constexpr const char* seeds[] = {"1", "2", "3", "4", "5"};

class BuiltIn : public testing::TestWithParam<const char*> {};

TEST_P(BuiltIn, holds_at_five_seeds) {
  for (const char* seed : seeds) {
    const Judged judged = judge(std::string("builtin:") + GetParam(), std::string("--effort quick --seed ") + seed);
    EXPECT_EQ(judged.exit_code, 0) << "seed " << seed << "\n" << judged.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Power, BuiltIn, testing::Values("row", "matrix", "online"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace attncheck::power
