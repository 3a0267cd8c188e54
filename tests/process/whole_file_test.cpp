// Files that are there whole or not at all, and folders that one process has for itself.
#include "process/whole_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace attncheck {
namespace {

namespace fs = std::filesystem;

class WholeFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("attncheck-whole-file-") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
      found.push_back(entry.path().filename().string());
    return found;
  }
  unsigned permissions(const std::string& name) const {
    return static_cast<unsigned>(fs::status(folder_ / name).permissions());
  }
  /// What the file is called until it is whole.
  std::string unfinished(const std::string& name) const { return path("." + name + "." + std::to_string(getpid())); }

 private:
  fs::path folder_;
};

using Names = std::vector<std::string>;

std::string error_of(const std::string& path, const std::string& text = "text") {
  try {
    write_whole(path, text);
  } catch (const std::runtime_error& error) { return error.what(); }
  return "no error";
}

/// What the function returns in a process of its own; 99 when it throws.
int elsewhere(const std::function<int()>& what) {
  const pid_t pid = fork();
  if (pid == 0) {
    try {
      _exit(what());
    } catch (const std::exception&) { _exit(99); }
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(WholeFile, has_the_text_and_nothing_beside_it) {
  const std::string text("line\n\0\xff", 7);
  write_whole(path("a.txt"), text);
  EXPECT_EQ(read("a.txt"), text);
  write_whole(path("a.txt"), "shorter");
  EXPECT_EQ(read("a.txt"), "shorter");
  write_whole(path("a.txt"), "");
  EXPECT_EQ(read("a.txt"), "");
  EXPECT_EQ(names(), Names{"a.txt"});
}

TEST_F(WholeFile, may_be_named_without_its_folder) {
  const fs::path before = fs::current_path();
  fs::current_path(path(""));
  const std::string error = error_of("a.txt");
  fs::current_path(before);
  EXPECT_EQ(error, "no error");
  EXPECT_EQ(read("a.txt"), "text");
}

TEST_F(WholeFile, has_the_permissions_that_are_given_and_the_usual_ones_otherwise) {
  const mode_t before = umask(022);
  write_whole(path("usual"), "text");
  write_whole(path("mine"), "secret", 0600);
  EXPECT_EQ(permissions("usual"), 0644U);
  EXPECT_EQ(permissions("mine"), 0600U);
  write_whole(path("usual"), "secret", 0600);
  EXPECT_EQ(permissions("usual"), 0600U) << "whatever the file before it had";
  umask(before);
}

/// Another process of this number may have been killed while it wrote.
TEST_F(WholeFile, takes_nothing_from_one_that_was_never_finished) {
  std::ofstream(unfinished("mine")) << "much longer than what is written now";
  fs::permissions(unfinished("mine"), fs::perms{0666});
  write_whole(path("mine"), "secret", 0600);
  EXPECT_EQ(read("mine"), "secret");
  EXPECT_EQ(permissions("mine"), 0600U);
  std::ofstream(path("other")) << "of somebody else";
  fs::create_symlink(path("other"), unfinished("new"));
  write_whole(path("new"), "text");
  EXPECT_EQ(read("other"), "of somebody else");
  EXPECT_FALSE(fs::is_symlink(path("new")));
}

TEST_F(WholeFile, that_cannot_be_written_is_an_error_with_its_path_and_the_reason) {
  EXPECT_EQ(error_of(path("nowhere/a.txt")), path("nowhere/a.txt") + " cannot be written: No such file or directory");
  write_whole(path("file"), "old");
  EXPECT_EQ(error_of(path("file/a.txt")), path("file/a.txt") + " cannot be written: Not a directory");
  fs::create_directories(path("folder/full"));
  EXPECT_TRUE(error_of(path("folder")).starts_with(path("folder") + " cannot be written: "))
      << error_of(path("folder"));
  EXPECT_EQ(read("file"), "old");
  EXPECT_EQ(names().size(), 2U) << "nothing unfinished is left";
}

/// A limit on the size of files stands for a full disk.
TEST_F(WholeFile, that_could_not_be_written_to_its_end_is_what_it_was_before) {
  write_whole(path("a.txt"), "old");
  const int code = elsewhere([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit few{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &few);
    return error_of(path("a.txt"), std::string(100'000, 'x')) == path("a.txt") + " cannot be written: File too large"
               ? 0
               : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(read("a.txt"), "old");
  EXPECT_EQ(names(), Names{"a.txt"});
}

TEST_F(WholeFile, is_whole_for_whoever_reads_while_it_is_written) {
  const std::string shorter(1000, 'a'), longer(300'000, 'b');
  write_whole(path("a.txt"), shorter);
  const pid_t writer = fork();
  if (writer == 0) {
    for (int k = 0; k < 20; ++k) write_whole(path("a.txt"), k % 2 == 0 ? longer : shorter);
    _exit(0);
  }
  int torn = 0;
  while (waitpid(writer, nullptr, WNOHANG) == 0) {
    const std::string seen = read("a.txt");
    torn += seen == shorter || seen == longer ? 0 : 1;
  }
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(names(), Names{"a.txt"});
}

using Lock = WholeFile;

std::string refusal_of(const std::string& folder, const std::string& part = "") {
  try {
    const FolderLock lock(folder, part);
  } catch (const std::runtime_error& error) { return error.what(); }
  return "no error";
}

TEST_F(Lock, of_a_folder_makes_it_and_keeps_others_out) {
  const std::string folder = path("results/of/a class");
  {
    const FolderLock lock(folder);
    EXPECT_TRUE(fs::is_directory(folder));
    EXPECT_EQ(refusal_of(folder), folder + " is being written by another attncheck");
    EXPECT_EQ(elsewhere([&] { return refusal_of(folder) == "no error" ? 1 : 0; }), 0);
  }
  EXPECT_EQ(refusal_of(folder), "no error") << "it was given back";
}

TEST_F(Lock, of_one_part_leaves_the_others_free) {
  const FolderLock lock(path("results"), "1-of-2");
  EXPECT_EQ(refusal_of(path("results"), "1-of-2"), path("results") + " is being written by another attncheck");
  EXPECT_EQ(refusal_of(path("results"), "2-of-2"), "no error");
  EXPECT_EQ(refusal_of(path("others"), "1-of-2"), "no error");
}

TEST_F(Lock, of_a_process_that_was_killed_is_given_back) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    const FolderLock lock(path("results"));
    if (write(ready[1], "x", 1) == 1) pause();
    _exit(1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(refusal_of(path("results")), path("results") + " is being written by another attncheck");
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_EQ(refusal_of(path("results")), "no error");
  close(ready[0]);
  close(ready[1]);
}

TEST_F(Lock, of_what_can_be_no_folder_is_an_error_with_its_path) {
  write_whole(path("file"), "old");
  EXPECT_EQ(refusal_of(path("file")), path("file") + " cannot be made: Not a directory");
  EXPECT_EQ(refusal_of(path("file/results")), path("file/results") + " cannot be made: Not a directory");
  EXPECT_EQ(read("file"), "old");
}

}  // namespace
}  // namespace attncheck
