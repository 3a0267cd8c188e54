// A small class, graded, kept and graded again: two cheap properties and C files of a few lines.
#include "grade/grader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process/whole_file.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const char* const small_rubric = R"(assignment = "one"
[[group]]
name = "Shape"
points = 4
properties = ["shape/every_element_is_written"]
[[group]]
name = "Average"
points = 6
properties = ["average/one_key_returns_its_value"]
)";

/// With hidden problems, and what a call may take is short.
const char* const hidden_rubric = R"(assignment = "one"
secret = "secret"
limit = { first_call = 0.25, call = 0.25 }
[[group]]
name = "Shape"
points = 4
properties = ["shape/every_element_is_written"]
)";

/// Right, as far as these two properties look: every row is the mean of the values it sees.
std::string mean_of_values(const std::string& before = "", const std::string& first = "") {
  return before + R"(
#include <stddef.h>
void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t dv, int causal) {
  (void)q; (void)k; (void)d;
)" + first +
         R"(
  for (size_t i = 0; i < n; ++i)
    for (size_t c = 0; c < dv; ++c) {
      const size_t seen = causal ? i + 1 : n;
      float sum = 0;
      for (size_t j = 0; j < seen; ++j) sum += v[j * dv + c];
      o[i * dv + c] = sum / (float)seen;
    }
}
)";
}

/// What is not of this run.
std::string without_seconds(const std::string& text) {
  Json json = Json::parse(text);
  json.erase("seconds");
  return json.dump(1);
}

class GraderTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / (std::string("attncheck-grader-") + test->name());
    fs::remove_all(root_);
    write("rubric.toml", small_rubric);
    write("secret", std::string(64, '7'));
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(root_ / name).rdbuf();
    return text.str();
  }
  std::string path(const std::string& name) const { return (root_ / name).string(); }

  std::vector<Grade> grade(const std::string& results = "results", int jobs = 1) {
    were_kept.clear();
    were_finished.clear();
    was_alone = false;
    const Rubric rubric = load_rubric(path("rubric.toml"));
    GradingOptions options;
    options.results = path(results);
    options.jobs = jobs;
    options.finished = [&](const Grade& one, bool kept) { (kept ? were_kept : were_finished).push_back(one.student); };
    options.progress = [&](const GradingProgress& now) { was_alone = was_alone || now.alone; };
    return grade_all(rubric, submissions_in(path("class"), rubric).all, options);
  }

  using Names = std::vector<std::string>;
  Names were_kept, were_finished;
  bool was_alone = false;

 private:
  fs::path root_;
};

TEST_F(GraderTest, gives_each_what_it_earned_and_lets_nobody_suffer_for_another) {
  write("class/ada.c", mean_of_values());
  write("class/ben.c", "int attention(");
  write("class/cleo/one.c", mean_of_values());
  write("class/cleo/two.c", mean_of_values());
  write("class/dan/attention.c", mean_of_values("#include \"helper.h\"\n", "(void)HELPS;"));
  write("class/dan/helper.h", "#define HELPS 1\n");
  const std::vector<Grade> grades = grade();
  ASSERT_EQ(grades.size(), 4U);
  EXPECT_EQ(grades[0].student, "ada");
  EXPECT_EQ(grades[0].file, path("class/ada.c"));
  EXPECT_EQ(grades[0].assignment, "one");
  EXPECT_EQ(grades[0].earned, 10);
  EXPECT_NE(grades[0].wall, "") << "nothing of a student runs without one";
  EXPECT_EQ(grades[1].nothing_earned, path("class/ben.c") + ": does not compile");
  EXPECT_EQ(grades[1].not_graded, "");
  EXPECT_EQ(grades[1].earned, 0);
  EXPECT_EQ(grades[1].possible, 10);
  EXPECT_NE(grades[1].log.find("ben.c:1:"), std::string::npos) << "the compiler's words: " << grades[1].log;
  EXPECT_TRUE(grades[2].not_graded.starts_with("one file is expected, but it has one.c, two.c"))
      << grades[2].not_graded;
  EXPECT_EQ(grades[2].possible, 10);
  EXPECT_EQ(grades[3].earned, 10) << "what lies beside the file is there: " << grades[3].nothing_earned;
  EXPECT_EQ(were_finished.size(), 4U);
  EXPECT_EQ(were_kept, Names{});
}

TEST_F(GraderTest, writes_what_it_returns_and_a_command_for_the_student) {
  write("class/ada.c", mean_of_values());
  const std::vector<Grade> grades = grade();
  EXPECT_EQ(read("results/submissions/ada.json"), grade_text(grades.at(0)));
  EXPECT_EQ(grades[0].command.substr(0, grades[0].command.find(" --")), "attncheck check ada.c");
  EXPECT_NE(grades[0].command.find("--seed 20170612"), std::string::npos) << grades[0].command;
  EXPECT_EQ(grade_text(read_grade(read("results/submissions/ada.json"), "a")), grade_text(grades[0]));
}

TEST_F(GraderTest, keeps_what_is_graded_until_something_that_decides_it_changes) {
  write("class/ada.c", mean_of_values());
  write("rubric.toml", hidden_rubric);
  const std::string first = grade_text(grade().at(0));
  EXPECT_EQ(were_finished, Names{"ada"});
  EXPECT_EQ(grade_text(grade().at(0)), first) << "not even its seconds are others";
  EXPECT_EQ(were_kept, Names{"ada"});
  EXPECT_EQ(were_finished, Names{});
  write("class/ada.c", mean_of_values("// better\n"));
  EXPECT_NE(grade().at(0).key, read_grade(first, "a").key);
  EXPECT_EQ(were_finished, Names{"ada"}) << "the submission changed";
  write("rubric.toml", hidden_rubric + std::string("# the same, and a comment\n"));
  grade();
  EXPECT_EQ(were_finished, Names{"ada"}) << "the rubric changed";
  write("secret", std::string(64, '8'));
  grade();
  EXPECT_EQ(were_finished, Names{"ada"}) << "the secret changed";
  grade();
  EXPECT_EQ(were_kept, Names{"ada"});
}

TEST_F(GraderTest, tries_again_who_was_not_graded_and_nobody_else) {
  write("class/ada.c", mean_of_values());
  write("class/ben/README", "");
  EXPECT_EQ(grade().at(1).not_graded, "there is no file in it that attncheck can run");
  grade();
  EXPECT_EQ(were_kept, Names{"ada"});
  EXPECT_EQ(were_finished, Names{"ben"});
  write("class/ben/attention.c", mean_of_values());
  EXPECT_EQ(grade().at(1).earned, 10);
}

TEST_F(GraderTest, grades_again_where_a_result_is_garbled_or_of_somebody_else) {
  write("class/ada.c", mean_of_values());
  const std::string whole = grade_text(grade().at(0));
  write("results/submissions/ada.json", whole.substr(0, whole.size() / 2));
  EXPECT_EQ(grade().at(0).earned, 10);
  EXPECT_EQ(were_finished, Names{"ada"});
  EXPECT_EQ(without_seconds(read("results/submissions/ada.json")), without_seconds(whole));
  write("class/ben.c", mean_of_values());
  write("results/submissions/ben.json", whole);
  EXPECT_EQ(grade().at(1).student, "ben");
  EXPECT_EQ(were_finished, Names{"ben"}) << "a grade of ada is none of ben";
}

TEST_F(GraderTest, gives_the_same_however_many_are_graded_at_once) {
  write("class/ben.c", "no C");
  write("class/eva.c", mean_of_values("", "if (n != 1) return;"));
  const std::vector<Grade> one = grade("one", 1), three = grade("three", 3);
  ASSERT_EQ(one.size(), 2U);
  ASSERT_EQ(three.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_EQ(without_seconds(grade_text(one[k])), without_seconds(grade_text(three[k])));
  EXPECT_EQ(one[1].groups.at(0).earned, 0) << "not every element is written";
  EXPECT_NE(one[1].groups[0].properties.at(0).evidence, "");
}

/// A busy machine could have made it slow, so it is asked once more with nothing beside it.
TEST_F(GraderTest, calls_a_file_that_hangs_timed_out_after_it_was_tried_alone) {
  write("class/ada.c", mean_of_values("#include <unistd.h>\n", "for (;;) pause();"));
  write("rubric.toml", hidden_rubric);
  const Grade hangs = grade().at(0);
  EXPECT_EQ(hangs.not_graded, "");
  EXPECT_EQ(hangs.earned, 0);
  EXPECT_EQ(hangs.groups.at(0).properties.at(0).standing, Standing::lost);
  EXPECT_TRUE(hangs.groups[0].properties[0].why.starts_with("timed_out")) << hangs.groups[0].properties[0].why;
  EXPECT_TRUE(was_alone);
  EXPECT_EQ(were_finished, Names{"ada"}) << "once, with what came of it in the end";
}

TEST_F(GraderTest, leaves_a_folder_of_results_that_another_one_writes) {
  write("class/ada.c", mean_of_values());
  const FolderLock somebody_else(path("results"), "1-of-1");
  try {
    grade();
    FAIL() << "two at once";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), path("results") + " is being written by another attncheck");
  }
  EXPECT_FALSE(fs::exists(path("results/submissions/ada.json")));
}

TEST_F(GraderTest, gives_a_submission_with_the_longest_name_a_grade_too) {
  write("class/ada.c", mean_of_values());
  write("class/" + std::string(253, 'b') + ".c", mean_of_values());
  std::vector<Grade> grades;
  ASSERT_NO_THROW(grades = grade());
  ASSERT_EQ(grades.size(), 2U);
  EXPECT_EQ(grades[1].earned, 10) << grades[1].not_graded << grades[1].nothing_earned << grades[1].log;
}

}  // namespace
}  // namespace attncheck
