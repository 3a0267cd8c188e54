// What lies in a folder of submissions, and what stands for each of them.
#include "grade/submissions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

namespace attncheck {
namespace {

namespace fs = std::filesystem;

class SubmissionsTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / (std::string("attncheck-submissions-") + test->name());
    fs::remove_all(root_);
    fs::create_directories(root_ / "class");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text = "x") const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  std::string path(const std::string& name) const { return (root_ / name).string(); }

  Submissions all(const Rubric& rubric = {}) const { return submissions_in(path("class"), rubric); }
  std::vector<std::string> students() const {
    std::vector<std::string> names;
    for (const Submission& one : all().all) names.push_back(one.student);
    return names;
  }
  Submission only(const std::string& name, const Rubric& rubric = {}) const {
    return only_submission(path(name), rubric);
  }

 private:
  fs::path root_;
};

using Names = std::vector<std::string>;

TEST_F(SubmissionsTest, are_files_and_folders_and_nothing_that_begins_with_a_dot) {
  write("class/zoe.py");
  write("class/ada/attention.c");
  write("class/.DS_Store");
  write("class/.hidden/attention.c");
  write("class/.c");
  const Submissions found = all();
  ASSERT_EQ(found.all.size(), 2U);
  EXPECT_EQ(found.all[0].student, "ada");
  EXPECT_EQ(found.all[0].path, path("class/ada/attention.c"));
  EXPECT_TRUE(found.all[0].folder);
  EXPECT_EQ(found.all[0].trouble, "");
  EXPECT_EQ(found.all[1].student, "zoe");
  EXPECT_EQ(found.all[1].path, path("class/zoe.py"));
  EXPECT_FALSE(found.all[1].folder);
  EXPECT_EQ(found.all[1].digest.size(), 64U);
  EXPECT_EQ(found.left_alone, Names{});
}

TEST_F(SubmissionsTest, that_nothing_can_run_are_left_alone_and_named) {
  write("class/ada.c");
  write("class/notes.txt");
  write("class/Makefile");
  EXPECT_EQ(students(), Names{"ada"});
  EXPECT_EQ(all().left_alone, (Names{"Makefile", "notes.txt"}));
}

TEST_F(SubmissionsTest, whose_names_differ_in_the_extension_alone_keep_it) {
  write("class/ada.c");
  write("class/ada.py");
  write("class/ben.c");
  EXPECT_EQ(students(), (Names{"ada.c", "ada.py", "ben"}));
  write("class/ben/attention.c");
  EXPECT_EQ(students(), (Names{"ada.c", "ada.py", "ben", "ben.c"})) << "a folder has no extension to keep";
}

/// Else one would get what the other earned.
TEST_F(SubmissionsTest, never_have_one_name_between_them) {
  const auto differ = [&] {
    const Names names = students();
    return std::set<std::string>(names.begin(), names.end()).size() == names.size();
  };
  for (const char* name : {"class/ada.c", "class/ada.py", "class/ada.py.js"}) write(name);
  EXPECT_TRUE(differ()) << "ada.py is a file, and what ada.py.js is called without its extension";
  for (const char* name : {"class/o  o.c", "class/o o.c"}) write(name);
  EXPECT_TRUE(differ()) << "two spaces read as one";
  for (const char* name : {"class/M\xfcller.c", "class/M\xe4ller.c"}) write(name);
  EXPECT_TRUE(differ()) << "names that are not UTF-8, as an old archive leaves them";
}

TEST_F(SubmissionsTest, of_nobody_are_refused) {
  for (const char* name : {"class", "nowhere", "file.c"}) {
    if (name == std::string("file.c")) write(name);
    EXPECT_THROW(submissions_in(path(name), {}), std::invalid_argument) << name;
  }
  write("class/notes.txt");
  try {
    all();
    FAIL() << "nothing of it can be graded";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(error.what(), path("class") + " has no submission: a file or a folder each is expected");
  }
}

TEST_F(SubmissionsTest, in_a_folder_are_the_first_file_that_the_rubric_names) {
  Rubric rubric;
  rubric.files = {"attention.cpp", "attention.py", "attention.c"};
  write("class/ada/attention.c");
  write("class/ada/attention.py");
  write("class/ada/other.js");
  EXPECT_EQ(only("class/ada", rubric).path, path("class/ada/attention.py"));
  write("class/ada/attention.cpp");
  EXPECT_EQ(only("class/ada", rubric).path, path("class/ada/attention.cpp"));
  write("class/ben/kernel.c");
  EXPECT_EQ(only("class/ben", rubric).trouble,
            "none of the files that the rubric names is in it (attention.cpp, attention.py, attention.c)");
}

TEST_F(SubmissionsTest, in_a_folder_are_the_only_file_that_can_be_graded) {
  write("class/ada/kernel.c");
  write("class/ada/helper.h");
  write("class/ada/README");
  write("class/ada/.kernel.c");
  write("class/ada/more/other.c");
  EXPECT_EQ(only("class/ada").path, path("class/ada/kernel.c"));
  EXPECT_EQ(only("class/ada").trouble, "");
}

TEST_F(SubmissionsTest, that_are_ambiguous_or_empty_say_so_and_harm_nobody_else) {
  write("class/ada/one.c");
  write("class/ada/two.py");
  write("class/ben/README");
  fs::create_directories(path("class/cleo"));
  write("class/dan.c");
  const Submissions found = all();
  ASSERT_EQ(found.all.size(), 4U);
  EXPECT_EQ(found.all[0].trouble,
            "one file is expected, but it has one.c, two.py; files = [...] in the rubric says which");
  EXPECT_EQ(found.all[1].trouble, "there is no file in it that attncheck can run");
  EXPECT_EQ(found.all[2].trouble, "there is no file in it that attncheck can run");
  EXPECT_EQ(found.all[3].trouble, "");
}

TEST_F(SubmissionsTest, with_tests_of_their_own_are_graded_by_the_other_file) {
  write("class/ada/attention.py");
  write("class/ada/tests.cpp");
  EXPECT_NE(only("class/ada").trouble, "") << "a rubric without tests knows nothing of them";
  Rubric rubric;
  rubric.tests = RubricTests{};
  EXPECT_EQ(only("class/ada", rubric).trouble, "");
  EXPECT_EQ(only("class/ada", rubric).path, path("class/ada/attention.py"));
  EXPECT_EQ(only("class/ada", rubric).tests, path("class/ada/tests.cpp"));
  write("class/ada/tests.py");
  EXPECT_EQ(only("class/ada", rubric).tests, path("class/ada/tests.py")) << "the first that the rubric names";
  write("class/ben/attention.py");
  EXPECT_EQ(only("class/ben", rubric).tests, "");
}

TEST_F(SubmissionsTest, have_another_digest_when_what_was_handed_in_changes) {
  write("class/ada/kernel.c", "one");
  write("class/ada/more/helper.h", "two");
  const std::string before = only("class/ada").digest;
  EXPECT_EQ(only("class/ada").digest, before);
  write("class/ada/more/helper.h", "three");
  EXPECT_NE(only("class/ada").digest, before) << "the content of a file beside it";
  write("class/ada/more/helper.h", "two");
  EXPECT_EQ(only("class/ada").digest, before);
  fs::rename(path("class/ada/more/helper.h"), path("class/ada/more/helper.hpp"));
  EXPECT_NE(only("class/ada").digest, before) << "the name of a file beside it";
  fs::rename(path("class/ada/more/helper.hpp"), path("class/ada/helper.h"));
  EXPECT_NE(only("class/ada").digest, before) << "where it lies";
}

TEST_F(SubmissionsTest, that_are_a_file_have_a_digest_of_its_name_and_content) {
  write("class/ada.c", "one");
  const std::string before = only("class/ada.c").digest;
  write("class/ada.c", "two");
  EXPECT_NE(only("class/ada.c").digest, before);
  write("class/ada.cpp", "one");
  EXPECT_NE(only("class/ada.cpp").digest, before) << "another language";
}

/// Whoever runs attncheck may read more than who laid the link.
TEST_F(SubmissionsTest, that_are_links_are_not_followed) {
  write("elsewhere/attention.c");
  write("elsewhere.c");
  fs::create_directories(path("class"));
  fs::create_symlink(path("elsewhere"), path("class/ada"));
  fs::create_symlink(path("elsewhere.c"), path("class/ben.c"));
  fs::create_symlink("/nowhere.c", path("class/cleo.c"));
  const Submissions found = all();
  ASSERT_EQ(found.all.size(), 3U);
  for (const Submission& one : found.all) {
    EXPECT_EQ(one.trouble, "it is a symbolic link, which is not followed") << one.student;
    EXPECT_EQ(one.digest, "") << "nothing of what it leads to was looked at";
  }
}

TEST_F(SubmissionsTest, have_the_same_digest_whatever_a_link_in_them_leads_to) {
  write("class/ada/attention.c");
  write("elsewhere", "one");
  fs::create_symlink(path("elsewhere"), path("class/ada/link"));
  fs::create_directory_symlink(path("class"), path("class/ada/loop"));
  const std::string before = only("class/ada").digest;
  EXPECT_EQ(only("class/ada").trouble, "");
  write("elsewhere", "two");
  EXPECT_EQ(only("class/ada").digest, before);
  fs::remove(path("class/ada/link"));
  fs::create_symlink("/nowhere", path("class/ada/link"));
  EXPECT_NE(only("class/ada").digest, before) << "where it leads belongs to what was handed in";
}

TEST_F(SubmissionsTest, alone_are_called_as_among_others) {
  write("class/ada/attention.c");
  write("class/ben.c");
  EXPECT_EQ(only("class/ada").student, "ada");
  EXPECT_EQ(only("class/ada/").student, "ada") << "a shell completes the name of a folder with a slash";
  EXPECT_EQ(only("class/ada/.").student, "ada");
  EXPECT_EQ(only("class/ada/").path, path("class/ada/attention.c"));
  EXPECT_EQ(only("class/ada/").digest, only("class/ada").digest);
  EXPECT_EQ(only("class/ben.c").student, "ben");
  EXPECT_FALSE(only("class/ben.c").folder);
  EXPECT_THROW(only("class/nobody.c"), std::invalid_argument);
}

TEST(FileNameOf, is_the_name_itself_where_it_is_plain) {
  for (const char* plain : {"ada", "ada.c", "Ada-2", "0"}) EXPECT_EQ(file_name_of(plain), plain);
}

TEST(FileNameOf, is_safe_and_another_for_each_odd_name) {
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  const Names odd = {"../x", "a b", "a_b", "a/b", "ä",  "ö",  "ae", "",    "'; rm -rf *", "a\nb", "a\tb",
                     "%2e",  "$x",  "<b>", "-x",  "~x", "\\", "|",  "a:b", "\xff",        "\xfe", "🙂"};
  std::set<std::string> names;
  for (const std::string& student : odd) {
    const std::string name = file_name_of(student);
    EXPECT_EQ(name.find_first_not_of(plain), std::string::npos) << name;
    EXPECT_FALSE(name.empty()) << student;
    EXPECT_NE(name, "..");
    names.insert(name);
  }
  EXPECT_EQ(names.size(), odd.size());
}

/// The digest in it can be worked out by everybody.
TEST(FileNameOf, is_another_than_that_of_somebody_who_took_it_for_a_name) {
  EXPECT_NE(file_name_of(file_name_of("a b")), file_name_of("a b"));
}

/// 255 bytes is what a name may have, with what comes before and after it while it is written.
TEST(FileNameOf, leaves_room_for_an_extension_however_long_the_name_is) {
  EXPECT_LE(file_name_of(std::string(255, 'a')).size(), 200U);
  EXPECT_LE(file_name_of(std::string(255, ' ')).size(), 200U);
  EXPECT_NE(file_name_of(std::string(255, 'a')), file_name_of(std::string(254, 'a') + "b"));
}

}  // namespace
}  // namespace attncheck
