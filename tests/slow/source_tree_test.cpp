// The examples as projects that take attncheck's source tree into their own build: everything is compiled again.
#include <gtest/gtest.h>

#include "tests/doors/doors.h"

namespace attncheck::doors {
namespace {

TEST(SourceTree, examples_build_with_add_subdirectory_and_their_tests_pass) {
  must("cmake --build " + quoted(configured_with_source_tree()));
  const Ran ran = run("ctest --no-tests=error --output-on-failure --test-dir " + quoted(configured_with_source_tree()));
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_NE(ran.text.find("tests passed, 0 tests failed out of 6"), std::string::npos) << ran.text;
}

}  // namespace
}  // namespace attncheck::doors
