// The twenty submissions of examples/ by the rubric of examples/assignment: what each earns, at any number of jobs, and
// after kill -9 at ten moments.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include "tests/feedback/csv_rows.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The columns student, earned and those of the groups, as expected.csv has them.
std::string scores_of(const fs::path& results) {
  const auto rows = rows_of(read(results / "scores.csv"));
  std::string out;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    out += rows[k].at(0) + "," + rows[k].at(2);
    for (std::size_t column = 4; column < 11; ++column) out += "," + rows[k].at(column);
    out += "\n";
  }
  return out;
}

class Class : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    ASSERT_EQ(wait_for(start({"grade", "--init", (folder_ / "course").string()})), 0);
    std::ofstream(folder_ / "course/secret") << std::string(64, '7') << "\n";  // some lose a point on hidden problems
    fs::copy(ATTNCHECK_SOURCE_DIR "/examples/submissions", folder_ / "class", fs::copy_options::recursive);
    expected_ = read(ATTNCHECK_SOURCE_DIR "/examples/assignment/expected.csv");
    expected_.erase(0, expected_.find('\n') + 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static pid_t start(std::vector<std::string> words) {
    words.insert(words.begin(), ATTNCHECK_BINARY_DIR "/attncheck");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t pid = 0;
    return posix_spawn(&pid, argv[0], nullptr, nullptr, argv.data(), environ) == 0 ? pid : 0;
  }
  pid_t start_grading(int jobs, const std::string& results) const {
    return start({"grade", (folder_ / "class").string(), "--rubric", (folder_ / "course/rubric.toml").string(), "--out",
                  (folder_ / results).string(), "--jobs", std::to_string(jobs)});
  }
  static int wait_for(pid_t pid) {
    int status = -1;
    waitpid(pid, &status, 0);
    return status;
  }

  fs::path folder_ = fs::path(testing::TempDir()) / "attncheck-class";
  std::string expected_;
};

TEST_F(Class, earns_what_is_expected_with_one_job_and_with_three) {
  EXPECT_EQ(wait_for(start_grading(3, "three")), 0);
  EXPECT_EQ(scores_of(folder_ / "three"), expected_);
  for (const char* slow : {"ben", "ivy.py", "ole.py"}) fs::remove_all(folder_ / "class" / slow);
  EXPECT_EQ(wait_for(start_grading(1, "one")), 0);
  std::stringstream lines(scores_of(folder_ / "one"));
  for (std::string line; std::getline(lines, line);) EXPECT_NE(expected_.find(line + "\n"), std::string::npos) << line;
}

TEST_F(Class, earns_the_same_after_kill_9_at_ten_moments) {
  std::mt19937 random(1);
  for (int k = 0; k < 10; ++k) {
    const pid_t pid = start_grading(2, "results");
    std::this_thread::sleep_for(std::chrono::milliseconds(500 + random() % 8000));
    kill(pid, SIGKILL);
    wait_for(pid);
  }
  EXPECT_EQ(wait_for(start_grading(2, "results")), 0);
  EXPECT_EQ(scores_of(folder_ / "results"), expected_);
}

}  // namespace
}  // namespace attncheck
