// The examples of other languages, as their authors would bring them.
#include "tests/languages/author.h"

namespace attncheck::doors {
namespace {

TEST_P(Languages, a_right_file_holds_and_one_without_the_scale_is_told_so) { expect_both_verdicts(); }

/// Descriptors opened by name, compilers and virtual machines behind a wall.
TEST(LanguagesBehindAWall, hold_where_one_stands_whatever_the_umask) {
  const std::string check =
      "umask 077; " + quoted(build_dir() / "attncheck") + " check --effort quick --no-save --wall ";
  for (const char* file : {"mine.py", "mine.mjs", "mine.rs", "Mine.java"}) {
    const Ran ran = run(check + quoted(source_dir() / "examples/languages" / file));
    const bool stands = ran.text.find("no wall can be built here") == std::string::npos;
    // A compiler of the user's own home is not seen behind a wall.
    const bool seen = ran.text.find("looked for; Debian has it as") == std::string::npos;
    EXPECT_EQ(ran.code, stands && seen ? 0 : 3) << ran.text;
  }
}

const std::string shim = quoted(build_dir() / "attncheck") + " shim attncheck_shim";

INSTANTIATE_TEST_SUITE_P(
    Examples, Languages,
    testing::Values(
        Author{"mine.py", " / np.sqrt(query.shape[1])", "", ""},
        Author{"mine.mjs", "1 / Math.sqrt(query[0].length)", "1", ""},
        Author{"mine.rs", "1.0 / (query[0].len() as f32).sqrt()", "1.0", ""},
        Author{"Mine.java", "(float) (1 / Math.sqrt(query[0].length))", "1", ""},
        Author{"mine.cpp", "1.0f / std::sqrt(static_cast<float>(query[0].size()))", "1.0f",
               shim + ".hpp > attncheck_shim.hpp && c++ -std=c++17 -O2 -ffp-contract=off -I. mine.cpp -o mine"}),
    as_test_name);

}  // namespace
}  // namespace attncheck::doors
