#pragma once
// command.h: the built attncheck, run in a folder of the test's own. Used by the tests of this folder. No errors.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace attncheck::end_to_end {

namespace fs = std::filesystem;

inline std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class Command : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              ("attncheck-" + std::string(test->test_suite_name()) + "-" + std::string(test->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Exit code of `attncheck ARGUMENTS`; what it printed is in out and err. `environment`: NAME=VALUE before it.
  int attncheck(const std::string& arguments, const std::string& environment = "") {
    const std::string command = "cd '" + folder_.string() + "' && unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY && " +
                                environment + " '" ATTNCHECK_BINARY_DIR "/attncheck' " + arguments +
                                " >stdout.txt 2>stderr.txt </dev/null";
    const int status = std::system(command.c_str());
    out = read(folder_ / "stdout.txt");
    err = read(folder_ / "stderr.txt");
    return status % 256 == 0 ? status / 256 : -1;
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  fs::path path(const std::string& name) const { return folder_ / name; }
  nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(read(folder_ / name)); }
  bool said(const std::string& part) const { return out.find(part) != std::string::npos; }

  void expect_wrong_use(const std::string& arguments, const std::string& line) {
    EXPECT_EQ(attncheck(arguments), 2) << arguments;
    EXPECT_EQ(err, "attncheck: " + line + "\n") << arguments;
    EXPECT_EQ(out, "") << arguments;
  }

  std::string out;
  std::string err;

 private:
  fs::path folder_;
};

}  // namespace attncheck::end_to_end
