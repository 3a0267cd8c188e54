// A file of plain Python: the language every machine has.
#include "tests/languages/author.h"

namespace attncheck::doors {
namespace {

TEST_P(Languages, a_right_file_holds_and_one_without_the_scale_is_told_so) { expect_both_verdicts(); }

INSTANTIATE_TEST_SUITE_P(Examples, Languages,
                         testing::Values(Author{"plain.py", "1 / math.sqrt(len(query[0]))", "1", ""}), as_test_name);

TEST(Python, a_module_that_is_missing_is_told_with_what_names_another_python) {
  const fs::path folder = fs::path(testing::TempDir()) / "attncheck-missing-module";
  fs::create_directories(folder);
  std::ofstream(folder / "mine.py") << "import no_such_module_at_all\n";
  const Ran ran = run(quoted(build_dir() / "attncheck") + " check " + quoted(folder / "mine.py") + " --no-save");
  EXPECT_EQ(ran.code, 3) << ran.text;
  EXPECT_NE(ran.text.find("ModuleNotFoundError"), std::string::npos) << ran.text;
  EXPECT_NE(ran.text.find("ATTNCHECK_PYTHON=PATH names another"), std::string::npos) << ran.text;
  fs::remove_all(folder);
}

}  // namespace
}  // namespace attncheck::doors
