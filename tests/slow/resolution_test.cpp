// How small an error still shows when a subject declares nothing, at default effort and the default seed. The figures
// are those of docs/error-bounds.md.
#include <gtest/gtest.h>

#include "tests/power/judged.h"

namespace attncheck::power {
namespace {

struct Graded {
  const char* kind;
  int size;  // an error of 2^-size is caught
  const char* profile = "any";
};

class Resolution : public testing::TestWithParam<Graded> {};

TEST_P(Resolution, is_as_fine_as_documented) {
  const std::string flags = std::string("-DKIND=") + GetParam().kind + " -DSIZE=" + std::to_string(GetParam().size);
  setenv("CFLAGS", flags.c_str(), 1);
  const Judged judged =
      judge(ATTNCHECK_SOURCE_DIR "/tests/slow/graded.c", std::string("--declare profile=") + GetParam().profile);
  EXPECT_EQ(judged.exit_code, 1) << judged.text;
}

TEST(ResolutionFile, without_an_error_to_speak_of_holds) {
  setenv("CFLAGS", "-DKIND=SCALE -DSIZE=30", 1);
  for (const char* profile : {"any", "naive"}) {
    const Judged judged =
        judge(ATTNCHECK_SOURCE_DIR "/tests/slow/graded.c", std::string("--declare profile=") + profile);
    EXPECT_EQ(judged.exit_code, 0) << judged.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Slow, Resolution,
                         testing::Values(Graded{"SCALE", 17}, Graded{"EVERY_EXP", 17}, Graded{"ONE_EXP", 17},
                                         Graded{"SMALL_WEIGHTS", 21}, Graded{"DENOMINATOR", 20}, Graded{"OUTPUT", 20},
                                         Graded{"LEAK", 22}, Graded{"SCALE", 23, "naive"},
                                         Graded{"EVERY_EXP", 22, "naive"}, Graded{"DENOMINATOR", 23, "naive"},
                                         Graded{"OUTPUT", 23, "naive"}),
                         [](const auto& param) { return std::string(param.param.kind) + "_" + param.param.profile; });

}  // namespace
}  // namespace attncheck::power
