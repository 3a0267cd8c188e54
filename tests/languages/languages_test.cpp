// The examples of other languages, as their authors would bring them.
#include "tests/languages/author.h"

namespace attncheck::doors {
namespace {

TEST_P(Languages, a_right_file_holds_and_one_without_the_scale_is_told_so) { expect_both_verdicts(); }

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
