// A file of plain Python: the language every machine has.
#include "tests/languages/author.h"

namespace attncheck::doors {
namespace {

TEST_P(Languages, a_right_file_holds_and_one_without_the_scale_is_told_so) { expect_both_verdicts(); }

INSTANTIATE_TEST_SUITE_P(Examples, Languages,
                         testing::Values(Author{"plain.py", "1 / math.sqrt(len(query[0]))", "1", ""}), as_test_name);

}  // namespace
}  // namespace attncheck::doors
