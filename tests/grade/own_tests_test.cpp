// Students' own tests: what they are offered, what they earn, and what the rubric may ask of them.
#include "grade/own_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "attncheck/subject.h"
#include "fault/table.h"
#include "grade/grader.h"
#include "grade/kit.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

const std::string one_group =
    "[[group]]\nname = \"Shape\"\npoints = 4\nproperties = [\"shape/every_element_is_written\"]\n";
const std::string tests_table = "[tests]\npoints = 10\n";  // line 6

std::string with_faults(const std::string& faults) {
  return "assignment = \"one\"\n" + one_group + tests_table + "faults = " + faults + "\n";
}

std::string error_of(const std::string& text) {
  try {
    read_rubric(text, "rubric.toml");
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "no error";
}

TEST(TestsOfARubric, are_read_and_their_points_count) {
  const Rubric rubric = read_rubric(with_faults("[\"softmax/sum_not_divided\", \"scale/m*\"]"), "rubric.toml");
  ASSERT_TRUE(rubric.tests);
  EXPECT_EQ(rubric.points(), 14);
  EXPECT_EQ(rubric.tests->files, (std::vector<std::string>{"tests.py", "tests.cpp"}));
  EXPECT_EQ(rubric.tests->faults,
            (std::vector<std::string>{"scale/missing", "scale/missing_when_causal", "softmax/sum_not_divided"}));
  EXPECT_FALSE(read_rubric("assignment = \"one\"\n" + one_group, "rubric.toml").tests);
}

/// What remembers, harms who computes it or shows in float64 alone.
TEST(TestsOfARubric, are_offered_only_what_shows_in_one_float32_answer) {
  const Rubric rubric = read_rubric(with_faults("[\"c*/*\", \"precision/*\"]"), "rubric.toml");
  const auto offers = [&](const char* id) {
    return std::ranges::find(rubric.tests->faults, id) != rubric.tests->faults.end();
  };
  EXPECT_TRUE(offers("causal/ignored"));
  for (const char* id : {"causal/flag_of_the_first_call", "conduct/hangs_at_13_tokens", "conduct/never_written",
                         "precision/float64_computed_in_float32"})
    EXPECT_FALSE(offers(id)) << id;
}

TEST(TestsOfARubric, are_refused_with_a_line) {
  EXPECT_EQ(
      error_of(with_faults("[\"scale/misssing\"]")),
      "rubric.toml:8: faults has \"scale/misssing\", which matches no fault; did you mean scale/missing? (attncheck "
      "list shows them)");
  for (const char* nothing : {"conduct/never_written", "conduct/never_*"})
    EXPECT_EQ(error_of(with_faults("[\"scale/*\", \"" + std::string(nothing) + "\"]")),
              "rubric.toml:8: faults has \"" + std::string(nothing) +
                  "\", which does not show in the answer to a single float32 problem, expected one that does");
  EXPECT_EQ(error_of(with_faults("[]")), "rubric.toml:8: faults is missing, expected [\"GROUP/NAME\", ...]");
  EXPECT_EQ(error_of(with_faults("[\"scale/*\"]\nfiles = [\"tests.rs\"]")),
            "rubric.toml:9: files has \"tests.rs\", expected names that end in .py, .cpp or .cc");
  EXPECT_EQ(error_of(with_faults("[\"scale/*\"]\nname = \"mine\"")),
            "rubric.toml:9: unknown key name, expected one of points, files, faults");
  EXPECT_EQ(error_of("assignment = \"one\"\ntests = 3\n" + one_group),
            "rubric.toml:2: tests is a number, expected a table [tests]");
  EXPECT_EQ(error_of("assignment = \"one\"\n" + one_group + "[tests]\npoints = 0\nfaults = [\"scale/*\"]\n"),
            "rubric.toml:7: points is 0, expected a number above 0, at most 1000000");
}

class OwnTestsTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / (std::string("attncheck-own-tests-") + test->name());
    fs::remove_all(root_);
    hand_in("attention.c", "void attention(void) {}\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void hand_in(const std::string& file, const std::string& text) const {
    fs::create_directories(root_ / "ada");
    std::ofstream(root_ / "ada" / file) << text;
  }
  static std::string example(const std::string& path) {
    std::ifstream in(fs::path(ATTNCHECK_SOURCE_DIR "/examples") / path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  Submission submission(const Rubric& rubric) const { return only_submission((root_ / "ada").string(), rubric); }
  OwnTests graded(const std::string& file, const std::string& text, const Rubric& rubric = two()) const {
    hand_in(file, text);
    return grade_own_tests(rubric, submission(rubric));
  }
  static Rubric two() { return read_rubric(with_faults("[\"scale/missing\", \"causal/ignored\"]"), "rubric.toml"); }

  static void expect_nothing(const OwnTests& of, const std::string& why) {
    EXPECT_EQ(of.group.earned, 0);
    EXPECT_EQ(of.group.possible, 10);
    EXPECT_EQ(of.group.properties[0].standing, Standing::lost);
    EXPECT_NE(of.group.properties[0].why.find(why), std::string::npos) << of.group.properties[0].why;
    EXPECT_EQ(of.group.properties[1].standing, Standing::not_earned);
    EXPECT_EQ(of.not_graded, "");
  }

 private:
  fs::path root_;
};

const std::string always = "def accepts(attention):\n    return ";

TEST_F(OwnTestsTest, that_accept_everything_earn_nothing_for_mistakes) {
  const GradedGroup group = graded("tests.py", always + "True\n").group;
  EXPECT_EQ(group.name, "Your own tests");
  EXPECT_EQ(group.earned, 0);
  ASSERT_EQ(group.properties.size(), 3U);
  EXPECT_EQ(group.properties[0].id, "tests/accepts correct forms");
  EXPECT_EQ(group.properties[0].standing, Standing::earned);
  EXPECT_EQ(group.properties[1].id, "tests/rejects causal/ignored");
  EXPECT_EQ(group.properties[1].claim, "the causal flag has no effect");
  EXPECT_EQ(group.properties[1].standing, Standing::lost);
  EXPECT_EQ(group.properties[1].why, "they accept it");
  EXPECT_EQ(group.properties[1].command, "attncheck explain fault:causal/ignored");
}

TEST_F(OwnTestsTest, that_reject_everything_earn_nothing_at_all) {
  expect_nothing(graded("tests.py", always + "False\n"), "they reject a correct attention (computed ");
}

TEST_F(OwnTestsTest, that_end_in_an_error_earn_nothing_and_are_told_where) {
  expect_nothing(graded("tests.py", always + "attention()\n"),
                 "they end in an error on a correct attention (computed ");
  expect_nothing(graded("tests.py", always + "1 / 0\n"),
                 "): tests.py:2: return 1 / 0: ZeroDivisionError: division by zero");
}

TEST_F(OwnTestsTest, that_demand_equal_bits_reject_something_correct) {
  expect_nothing(graded("tests.cpp", example("submissions/gus/tests.cpp")), "they reject a correct attention");
}

TEST_F(OwnTestsTest, earn_by_the_share_of_mistakes_they_reject) {
  const std::string scale =
      "    o = attention([[1] * 4] * 2, [[1] * 4, [0] * 4], [[1], [0]], False)[0][0]\n"
      "    assert abs(o - 0.880797) < 1e-4\n";
  const GradedGroup half = graded("tests.py", "def accepts(attention):\n" + scale).group;
  EXPECT_EQ(half.earned, 5);
  EXPECT_EQ(half.properties[1].standing, Standing::lost);
  EXPECT_EQ(half.properties[2].standing, Standing::earned);
  // An error where a mistake was offered is no rejection, but costs no more than that.
  const std::string mask = "    return 1 / (float(attention([[0]] * 2, [[0]] * 2, [[2], [0]], True)[0][0]) - 1)\n";
  const GradedGroup also = graded("tests.py", "def accepts(attention):\n" + scale + mask).group;
  EXPECT_EQ(also.earned, 5);
  EXPECT_TRUE(also.properties[1].why.starts_with(
      "they end in an error on it, which rejects nothing: tests.py:4: return 1 / (float("))
      << also.properties[1].why;
  EXPECT_TRUE(also.properties[1].why.ends_with(": ZeroDivisionError: float division by zero"));
}

TEST_F(OwnTestsTest, of_the_solution_reject_every_mistake_of_the_kit) {
  for (const KitFile& file : kit_files()) {
    if (file.path != "rubric.toml") continue;
    std::string text = file.text;
    text.replace(text.find("secret = "), 0, "#");
    const Rubric rubric = read_rubric(text, "rubric.toml");
    EXPECT_EQ(rubric.points(), 100);
    for (const char* solution : {"tests.cpp", "tests.py"}) {
      const GradedGroup group = graded(solution, example(std::string("assignment/solution/") + solution), rubric).group;
      EXPECT_EQ(group.earned, rubric.tests->points);
      for (const GradedProperty& property : group.properties) EXPECT_EQ(property.why, "") << property.id;
    }
  }
}

TEST_F(OwnTestsTest, that_were_not_handed_in_are_lost_and_do_not_keep_the_rest_from_being_graded) {
  expect_nothing(grade_own_tests(two(), submission(two())), "no file tests.py or tests.cpp was handed in");
  const Grade grade = grade_one(two(), submission(two())).grade;
  EXPECT_EQ(grade.not_graded, "");
  ASSERT_EQ(grade.groups.size(), 2U);
  EXPECT_EQ(grade.groups[1].name, own_tests_name);
  EXPECT_EQ(grade.earned, 0);
  EXPECT_EQ(grade.possible, 14);
}

TEST_F(OwnTestsTest, count_in_the_sum) {
  hand_in("attention.c",
          "#include <stddef.h>\nvoid attention(const float* q, const float* k, const float* v, float* o, size_t n, "
          "size_t d, size_t dv, int c) {\n  (void)q; (void)k; (void)v; (void)d; (void)c;\n"
          "  for (size_t i = 0; i < n * dv; ++i) o[i] = 1;\n}\n");
  hand_in("tests.py",
          "def accepts(attention):\n    assert attention([[0], [0]], [[0], [0]], [[2], [0]], True)[0][0] == 2\n");
  const Grade grade = grade_one(two(), submission(two())).grade;
  EXPECT_EQ(grade.earned, 9);
  EXPECT_EQ(grade.possible, 14);
}

TEST_F(OwnTestsTest, that_do_not_compile_are_told_what_the_compiler_says) {
  const OwnTests own =
      graded("tests.cpp", "#include \"attncheck_tests.hpp\"\nbool accepts(const Attention&) { return one; }\n");
  expect_nothing(own, "tests.cpp: does not compile");
  EXPECT_EQ(own.group.properties[0].why.find('('), std::string::npos);
  EXPECT_NE(own.group.properties[0].evidence.find("tests.cpp:2:"), std::string::npos)
      << own.group.properties[0].evidence;
  EXPECT_EQ(own.group.properties[0].evidence.find("attncheck-"), std::string::npos);
}

TEST_F(OwnTestsTest, that_this_machine_cannot_run_are_not_graded) {
  setenv("ATTNCHECK_PYTHON", "no-such-python", 1);
  const OwnTests own = graded("tests.py", always + "True\n");
  unsetenv("ATTNCHECK_PYTHON");
  EXPECT_NE(own.not_graded.find("needs no-such-python"), std::string::npos) << own.not_graded;
  EXPECT_EQ(own.group.properties[0].standing, Standing::not_graded);
  EXPECT_FALSE(own.short_of_means);
}

TEST_F(OwnTestsTest, that_hang_are_short_of_means) {
  Rubric rubric = two();
  rubric.limits.first_call_seconds = rubric.limits.call_seconds = 1;
  rubric.limits.start_seconds = 2;
  const OwnTests own = graded("tests.py", "while True: pass\n", rubric);
  expect_nothing(own, "neither asked nor had a verdict within 2 seconds");
  EXPECT_TRUE(own.short_of_means);
}

TEST_F(OwnTestsTest, lie_beside_what_is_graded_and_are_not_taken_for_it) {
  hand_in("tests.cpp", "");
  hand_in("tests.py", "");
  const Submission found = submission(two());
  EXPECT_EQ(found.trouble, "");
  EXPECT_TRUE(found.path.ends_with("ada/attention.c")) << found.path;
  EXPECT_TRUE(found.tests.ends_with("ada/tests.py")) << found.tests;
  EXPECT_NE(submission({}).trouble, "");
}

}  // namespace
}  // namespace attncheck
