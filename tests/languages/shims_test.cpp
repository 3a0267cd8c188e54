// Programs that speak the protocol by themselves or by the shim of C.
#include <gtest/gtest.h>

#include "tests/doors/doors.h"

namespace attncheck::doors {
namespace {

Ran check(const std::string& command) {
  return run(doors::quoted(build_dir() / "attncheck") + " check " + doors::quoted("cmd:" + command) +
             " --effort quick --no-save");
}

TEST(Shims, a_c_file_asked_as_a_program_gets_the_verdict_it_gets_as_a_library) {
  const fs::path folder = fs::path(testing::TempDir()) / "attncheck-shim-of-c";
  fs::create_directories(folder);
  const std::string shim = quoted(folder / "attncheck_shim.c");
  must(doors::quoted(build_dir() / "attncheck") + " shim attncheck_shim.c > " + shim);
  for (const char* file : {"right", "wrong"}) {
    const fs::path source = source_dir() / "examples/c_library" / (std::string(file) + ".c");
    must("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -O2 -ffp-contract=off -c " + shim + " -o " +
         quoted(folder / "shim.o"));
    must("cc -O2 -ffp-contract=off " + quoted(source) + " " + quoted(folder / "shim.o") + " -o " +
         quoted(folder / file) + " -lm");
    const Ran ran = check((folder / file).string());
    EXPECT_EQ(ran.code, std::string(file) == "right" ? 0 : 1) << ran.text;
  }
  fs::remove_all(folder);
}

TEST(Shims, a_program_written_from_the_page_of_formats_alone_holds) {
  const Ran ran = check("perl " + (source_dir() / "tests/languages/stranger.pl").string());
  EXPECT_EQ(ran.code, 0) << ran.text;
}

}  // namespace
}  // namespace attncheck::doors
