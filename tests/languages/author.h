#pragma once
// author.h: a file in another language as its author brings it: right, and with one mistake.
// Used by tests/languages, and by tests/doors for the language that every machine has.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/doors/doors.h"

namespace attncheck::doors {
struct Author {
  std::string file;      // of examples/languages
  std::string right;     // text of it
  std::string mistaken;  // what stands there in a version without the scale
  std::string build;     // a command that makes ./mine of the file; empty: the file itself is the subject
};

inline void PrintTo(const Author& author, std::ostream* out) { *out << author.file; }

class Languages : public testing::TestWithParam<Author> {
 protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) / ("attncheck-language-" + GetParam().file);
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  Ran check(const std::string& text, const std::string& more = "") const {
    std::ofstream(folder / GetParam().file) << text;
    std::string command = "cd " + quoted(folder);
    if (!GetParam().build.empty()) command += " && " + GetParam().build;
    const std::string subject = GetParam().build.empty() ? GetParam().file : "cmd:./mine";
    return run(command + " && " + quoted(build_dir() / "attncheck") + " check " + subject +
               " --effort quick --no-save" + more);
  }

  /// The right file holds, and the same without the scale is told so.
  void expect_both_verdicts() const {
    const std::string right = read(source_dir() / "examples/languages" / GetParam().file);
    const Ran held = check(right);
    EXPECT_EQ(held.code, 0) << held.text;
    const std::size_t at = right.find(GetParam().right);
    ASSERT_NE(at, std::string::npos) << "the example was changed; say again what its mistaken version is";
    const Ran found =
        check(std::string(right).replace(at, GetParam().right.size(), GetParam().mistaken), " --fail-fast");
    EXPECT_EQ(found.code, 1) << found.text;
    EXPECT_NE(found.text.find("FALSIFIED  scaling/scale_is_inverse_sqrt_head_dim"), std::string::npos) << found.text;
    EXPECT_NE(found.text.find("behaves like scale/missing"), std::string::npos) << found.text;
  }

  fs::path folder;
};

inline std::string as_test_name(const testing::TestParamInfo<Author>& test) {
  std::string name = test.param.file;
  std::ranges::replace(name, '.', '_');
  return name;
}

}  // namespace attncheck::doors
