// False alarms and power at default effort, judged undeclared, at seeds that differ from run to run: every correct form
// of the power corpus holds, and every mistake is caught.
#include <gtest/gtest.h>

#include <set>

#include "tests/power/corpus.h"

namespace attncheck::power {
namespace {

class CorrectForm : public testing::TestWithParam<Subject> {};

TEST_P(CorrectForm, holds_at_five_random_seeds) {
  for (int run = 0; run < 5; ++run) {
    const Judged judged = judge(GetParam().spec, "--seed random");
    EXPECT_EQ(judged.exit_code, 0) << judged.text;  // names the seed
  }
}

INSTANTIATE_TEST_SUITE_P(Slow, CorrectForm, testing::ValuesIn(files_of("correct")), name_of);

class Mistake : public testing::TestWithParam<Subject> {};

TEST_P(Mistake, is_caught_at_two_random_seeds) {
  const std::string options = expected_of(GetParam().spec).options;
  for (int run = 0; run < 2; ++run) {
    const Judged judged = judge(GetParam().spec, options + " --seed random");
    EXPECT_EQ(judged.exit_code, 1) << judged.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Slow, Mistake, testing::ValuesIn(files_of("wrong")), name_of);

class InTreeFault : public testing::TestWithParam<Subject> {};

TEST_P(InTreeFault, is_caught_at_two_random_seeds) {
  for (int run = 0; run < 2; ++run) {
    const Judged judged = judge_harder(GetParam().spec, dtype_option(fault_of(GetParam())) + " --seed random");
    EXPECT_EQ(judged.exit_code, 1) << judged.text;
  }
}

TEST_P(InTreeFault, is_noticed_by_every_property_its_card_names) {
  const Fault& fault = fault_of(GetParam());
  const Judged judged = judge(GetParam().spec, dtype_option(fault));
  std::set<std::string> speaking;
  for (const Result& result : judged.against()) speaking.insert(result.id);
  for (const std::string& id : fault.card().noticed_by)
    EXPECT_TRUE(speaking.contains(id)) << id << " says nothing\n" << judged.text;
}

INSTANTIATE_TEST_SUITE_P(Slow, InTreeFault, testing::ValuesIn(faults()), name_of);

}  // namespace
}  // namespace attncheck::power
