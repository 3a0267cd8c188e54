// False alarms: every correct form of the power corpus, judged undeclared at twenty seeds that differ from run to run.
#include <gtest/gtest.h>

#include "tests/power/corpus.h"

namespace attncheck::power {
namespace {

class CorrectForm : public testing::TestWithParam<Subject> {};

TEST_P(CorrectForm, holds_at_twenty_random_seeds) {
  for (int run = 0; run < 20; ++run) {
    const Judged judged = judge(GetParam().spec, "--seed random");
    EXPECT_EQ(judged.exit_code, 0) << judged.text;  // names the seed
  }
}

INSTANTIATE_TEST_SUITE_P(Slow, CorrectForm, testing::ValuesIn(files_of("correct")), name_of);

}  // namespace
}  // namespace attncheck::power
