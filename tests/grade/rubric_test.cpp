// rubric.toml: what is read, and what is refused with which line.
#include "grade/rubric.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "grade/digest.h"
#include "grade/kit.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

const std::string secret(64, '7');

/// Four lines.
std::string group(const std::string& name, const std::string& properties, const std::string& points = "10") {
  return "[[group]]\nname = \"" + name + "\"\npoints = " + points + "\nproperties = " + properties + "\n";
}

/// Line 1 is the assignment; `top` starts at line 2 and a group of one property follows.
std::string rubric(const std::string& top = "") {
  return "assignment = \"one\"\n" + top + group("Shape", "[\"shape/*\"]");
}

/// Line 1 is the assignment, line 2 opens the table.
std::string only_group(const std::string& keys) { return "assignment = \"one\"\n[[group]]\n" + keys; }

std::string error_of(const std::string& text, const std::string& path = "rubric.toml") {
  try {
    read_rubric(text, path);
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "no error";
}

/// A folder of the test's own, with a secret in it.
class RubricFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("attncheck-rubric-") + test->name());
    fs::remove_all(folder_);
    write("secret", secret + "\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_;
};

const char* const every_key = R"(assignment = "attention 2"
effort = "thorough"
dtype = "all"
seed = 7
secret = "secret"
files = ["attention.c", "attention.py"]
required = ["shape/*", "average/one_key_*"]
visible = ["course", "/opt/course"]
limit = { start = 20, first_call = 5, call = 2.5, memory = 0.5 }
declare = { max_tokens = 512, repeatable = false }
[[group]]
name = "Average"
points = 12.5
scoring = "all"
properties = ["average/equal_*", "average/one_key_*"]
[[group]]
name = "Shape"
points = 10
properties = ["shape/*"]
[tests]
points = 5
files = ["mine.cc"]
faults = ["scale/missing", "causal/ignored"]
)";

TEST_F(RubricFile, is_read_with_every_key) {
  const Rubric read = read_rubric(every_key, path("rubric.toml"));
  EXPECT_EQ(read.path, path("rubric.toml"));
  EXPECT_EQ(read.assignment, "attention 2");
  EXPECT_EQ(read.effort, "thorough");
  EXPECT_FALSE(read.dtype) << "all that a submission offers";
  EXPECT_EQ(read.seed, 7U);
  EXPECT_EQ(read.secret, path("secret"));
  EXPECT_EQ(read.hidden_seed, hidden_seed(secret, "attention 2"));
  EXPECT_EQ(read.files, (std::vector<std::string>{"attention.c", "attention.py"}));
  EXPECT_EQ(read.visible, (std::vector<std::string>{path("course"), "/opt/course"}));
  EXPECT_EQ(read.limits.start_seconds, 20);
  EXPECT_EQ(read.limits.first_call_seconds, 5);
  EXPECT_EQ(read.limits.call_seconds, 2.5);
  EXPECT_EQ(read.limits.resident_bytes, 512U << 10);
  EXPECT_EQ(read.declared, (std::map<std::string, std::string>{{"max_tokens", "512"}, {"repeatable", "no"}}));
}

TEST_F(RubricFile, is_read_with_what_each_part_is_worth) {
  const Rubric read = read_rubric(every_key, path("rubric.toml"));
  EXPECT_EQ(read.points(), 27.5);
  ASSERT_EQ(read.groups.size(), 2U);
  EXPECT_EQ(read.groups[0].name, "Average");
  EXPECT_EQ(read.groups[0].points, 12.5);
  EXPECT_EQ(read.groups[0].scoring, Scoring::all);
  std::vector<std::string> average = read.groups[0].properties, required = read.required;
  std::ranges::sort(average);
  std::ranges::sort(required);
  EXPECT_EQ(average, (std::vector<std::string>{"average/equal_logits_average", "average/one_key_returns_its_value"}));
  EXPECT_EQ(required,
            (std::vector<std::string>{"average/one_key_returns_its_value", "shape/every_element_is_written"}));
  EXPECT_EQ(read.groups[1].scoring, Scoring::share);
  ASSERT_TRUE(read.tests);
  EXPECT_EQ(read.tests->points, 5);
  EXPECT_EQ(read.tests->files, std::vector<std::string>{"mine.cc"});
  EXPECT_EQ(read.tests->faults, (std::vector<std::string>{"causal/ignored", "scale/missing"}))
      << "as attncheck list orders them";
}

TEST(Rubric, has_a_value_for_whatever_is_not_given) {
  const Rubric read = read_rubric(rubric(), "rubric.toml");
  EXPECT_EQ(read.effort, "quick");
  EXPECT_EQ(read.dtype, DType::float32);
  EXPECT_EQ(read.seed, default_seed);
  EXPECT_FALSE(read.hidden_seed);
  EXPECT_EQ(read.secret, "");
  EXPECT_TRUE(read.files.empty() && read.required.empty() && read.visible.empty() && read.declared.empty());
  EXPECT_EQ(read.limits.start_seconds, Limits{}.start_seconds);
  EXPECT_EQ(read.limits.first_call_seconds, Limits{}.first_call_seconds);
  EXPECT_EQ(read.limits.call_seconds, Limits{}.call_seconds);
  EXPECT_EQ(read.limits.resident_bytes, Limits{}.resident_bytes);
  EXPECT_EQ(read.groups.at(0).scoring, Scoring::share);
  EXPECT_FALSE(read.tests);
  const std::string tests = "[tests]\npoints = 1\nfaults = [\"scale/missing\"]\n";
  EXPECT_EQ(read_rubric(rubric() + tests, "rubric.toml").tests.value().files,
            (std::vector<std::string>{"tests.py", "tests.cpp"}));
}

TEST(Rubric, asks_the_properties_of_a_group_in_one_order_however_they_are_written) {
  const auto properties = [](const std::string& globs) {
    return read_rubric("assignment = \"one\"\n" + group("g", globs), "rubric.toml").groups.at(0).properties;
  };
  EXPECT_EQ(properties("[\"average/*\", \"shape/*\"]"),
            properties("[\"shape/*\", \"average/*\", \"average/equal_*\"]"));
}

TEST(Rubric, refuses_each_mistake_at_the_top_in_one_line_that_names_its_place) {
  const std::string keys =
      "expected one of assignment, effort, dtype, seed, secret, files, visible, required, declare, limit, group, tests";
  EXPECT_EQ(error_of(rubric("seeds = 3\n")), "rubric.toml:2: unknown key seeds, " + keys);
  EXPECT_EQ(error_of(group("Shape", "[\"shape/*\"]")), "rubric.toml:1: assignment is missing, expected a line of text");
  EXPECT_EQ(error_of("assignment = 3\n"), "rubric.toml:1: assignment is a number, expected a line of text");
  EXPECT_EQ(error_of(rubric("effort = \"fast\"\n")),
            "rubric.toml:2: effort is \"fast\", expected one of quick, default, thorough");
  EXPECT_EQ(error_of(rubric("dtype = \"float16\"\n")),
            "rubric.toml:2: dtype is \"float16\", expected one of float32, float64, all");
  EXPECT_EQ(error_of(rubric("files = \"attention.c\"\n")),
            "rubric.toml:2: files is a string, expected an array of texts");
  EXPECT_EQ(error_of(rubric("visible = [\"\"]\n")), "rubric.toml:2: an element of visible is not one line of text");
  EXPECT_EQ(error_of(rubric("files = [\"a\\nb\"]\n")), "rubric.toml:2: an element of files is not one line of text");
  EXPECT_TRUE(error_of("assignment = \"one\"\n[[group\n").starts_with("rubric.toml:2: this is no TOML: "));
}

TEST(Rubric, refuses_a_seed_that_cannot_be_told_to_everybody) {
  for (const char* seed : {"-1", "1.5", "\"random\"", "true"})
    EXPECT_EQ(error_of(rubric(std::string("seed = ") + seed + "\n")),
              "rubric.toml:2: seed is not a whole number of at least 0, which all students can be told");
}

TEST(Rubric, refuses_limits_and_declarations_that_no_subject_can_have) {
  EXPECT_EQ(error_of(rubric("limit = { call = 0 }\n")),
            "rubric.toml:2: limit call is 0, but a number above 0 and up to 1e+06 is expected");
  EXPECT_EQ(error_of(rubric("limit = { calls = 3 }\n")),
            "rubric.toml:2: unknown key calls, expected one of start, first_call, call, memory");
  EXPECT_EQ(error_of(rubric("limit = 3\n")),
            "rubric.toml:2: limit is a number, expected a table { KEY = NUMBER, ... }");
  EXPECT_EQ(error_of(rubric("declare = { max_tokens = 2.5 }\n")),
            "rubric.toml:2: declare max_tokens=2.5: expected a whole number of at least 1");
  EXPECT_TRUE(error_of(rubric("declare = { max_token = 3 }\n"))
                  .starts_with("rubric.toml:2: unknown key max_token, expected one of profile, max_logit, "));
}

TEST(Rubric, refuses_to_be_one_that_asks_nothing) {
  EXPECT_EQ(error_of("assignment = \"one\"\n"), "rubric.toml:1: there is no group, expected at least one [[group]]");
  EXPECT_EQ(error_of("assignment = \"one\"\ngroup = []\n"),
            "rubric.toml:2: there is no group, expected at least one [[group]]");
  EXPECT_EQ(error_of("assignment = \"one\"\ngroup = 3\n"),
            "rubric.toml:2: group is a number, expected [[group]] tables");
}

TEST(Rubric, refuses_points_that_are_none) {
  EXPECT_EQ(error_of(only_group("name = \"a\"\nproperties = [\"shape/*\"]\n")),
            "rubric.toml:2: points is missing, expected a number above 0");
  for (const char* none : {"0", "0.0", "1000001", "1e9"}) {
    const std::string error = error_of("assignment = \"one\"\n" + group("a", "[\"shape/*\"]", none));
    EXPECT_TRUE(error.starts_with("rubric.toml:4: points is ")) << error;
    EXPECT_TRUE(error.ends_with(", expected a number above 0, at most 1000000")) << error;
  }
  for (const char* none : {"-1", "nan", "inf", "\"10\""}) {
    const std::string error = error_of("assignment = \"one\"\n" + group("a", "[\"shape/*\"]", none));
    EXPECT_TRUE(error.starts_with("rubric.toml:4: points is ")) << error;
    EXPECT_TRUE(error.ends_with(", expected a finite number of at least 0")) << error;
  }
}

TEST(Rubric, refuses_a_group_with_a_mistake_at_the_line_of_the_mistake) {
  EXPECT_EQ(error_of(only_group("points = 1\nproperties = [\"shape/*\"]\n")),
            "rubric.toml:2: name is missing, expected a line of text");
  EXPECT_EQ(error_of(only_group("name = \"\"\npoints = 1\n")), "rubric.toml:3: name is not one line of text");
  EXPECT_EQ(error_of(only_group("name = \"a\"\npoints = 1\npoint = 2\n")),
            "rubric.toml:5: unknown key point, expected one of name, points, scoring, properties");
  EXPECT_EQ(error_of(only_group("name = \"a\"\npoints = 1\nscoring = \"none\"\n")),
            "rubric.toml:5: scoring is \"none\", expected one of share, all");
  const std::string missing = "properties is missing, expected [\"GROUP/NAME\", ...]";
  EXPECT_EQ(error_of(only_group("name = \"a\"\npoints = 1\n")), "rubric.toml:2: " + missing);
  EXPECT_EQ(error_of(only_group("name = \"a\"\npoints = 1\nproperties = []\n")), "rubric.toml:5: " + missing);
  EXPECT_EQ(error_of(only_group("name = \"a\"\npoints = 1\nproperties = \"shape/*\"\n")),
            "rubric.toml:5: properties is a string, expected an array of texts");
}

TEST(Rubric, refuses_a_property_that_does_not_exist_and_says_which_may_be_meant) {
  EXPECT_EQ(error_of("assignment = \"one\"\n" + group("a", "[\"causality/future_is_invisble\"]")),
            "rubric.toml:5: properties is \"causality/future_is_invisble\", which matches no property; did you mean "
            "causality/future_is_invisible? (attncheck list shows them)");
  EXPECT_EQ(error_of("assignment = \"one\"\n" + group("a", "[\"shape/*\", \"causalty/*\"]")),
            "rubric.toml:5: properties is \"causalty/*\", which matches no property (attncheck list shows them)");
  EXPECT_EQ(error_of(rubric("required = [\"shap/*\"]\n")),
            "rubric.toml:2: required is \"shap/*\", which matches no property (attncheck list shows them)");
}

TEST(Rubric, refuses_a_property_that_would_be_paid_for_twice) {
  EXPECT_EQ(error_of(rubric() + group("Again", "[\"average/*\", \"shape/every_element_is_written\"]")),
            "rubric.toml:9: shape/every_element_is_written belongs to \"Shape\" already, and would be paid for twice");
}

TEST(Rubric, refuses_two_groups_of_one_name) {
  EXPECT_EQ(error_of(rubric() + group("Shape", "[\"average/*\"]")),
            "rubric.toml:7: a group before is called \"Shape\" too");
}

TEST(Rubric, refuses_to_require_what_no_group_asks_for) {
  EXPECT_EQ(error_of(rubric("required = [\"shape/*\", \"average/equal_*\"]\n")),
            "rubric.toml:2: average/equal_logits_average is required and in no group, expected one that asks for it");
}

TEST(Rubric, refuses_tests_with_a_mistake_at_the_line_of_the_mistake) {
  const auto tests = [](const std::string& keys) { return error_of(rubric() + "[tests]\n" + keys); };
  const std::string good = "points = 1\nfaults = [\"scale/missing\"]\n";
  EXPECT_EQ(tests(good), "no error");
  EXPECT_EQ(tests("faults = [\"scale/missing\"]\n"), "rubric.toml:6: points is missing, expected a number above 0");
  EXPECT_EQ(tests("points = 1\n"), "rubric.toml:6: faults is missing, expected [\"GROUP/NAME\", ...]");
  EXPECT_EQ(tests(good + "fault = 3\n"), "rubric.toml:9: unknown key fault, expected one of points, files, faults");
  EXPECT_EQ(tests(good + "files = [\"tests.java\"]\n"),
            "rubric.toml:9: files has \"tests.java\", expected names that end in .py, .cpp or .cc");
  EXPECT_EQ(tests("points = 1\nfaults = [\"scale/misssing\"]\n"),
            "rubric.toml:8: faults has \"scale/misssing\", which matches no fault; did you mean scale/missing? "
            "(attncheck list shows them)");
  EXPECT_EQ(error_of("assignment = \"one\"\ntests = 3\n" + group("a", "[\"shape/*\"]")),
            "rubric.toml:2: tests is a number, expected a table [tests]");
}

TEST_F(RubricFile, is_refused_with_a_secret_that_is_none) {
  const std::string file = path("rubric.toml");
  write("short", "77");
  write("empty", "");
  EXPECT_EQ(error_of(rubric("secret = \"nowhere\"\n"), file),
            file + ":2: the secret " + path("nowhere") + " cannot be read");
  for (const char* wrong : {"short", "empty"})
    EXPECT_EQ(error_of(rubric(std::string("secret = \"") + wrong + "\"\n"), file),
              file + ":2: " + path(wrong) +
                  " is no secret: 64 hexadecimal digits are expected, as attncheck grade --init writes");
  EXPECT_EQ(error_of(rubric("secret = 7\n"), file), file + ":2: secret is a number, expected a line of text");
}

TEST_F(RubricFile, has_another_digest_when_its_text_or_its_secret_changes) {
  const auto digest = [&](const std::string& text) { return read_rubric(text, path("rubric.toml")).digest; };
  const std::string text = rubric("secret = \"secret\"\n");
  const std::string before = digest(text);
  EXPECT_EQ(digest(text), before);
  EXPECT_NE(digest(text + "# a comment\n"), before);
  EXPECT_NE(digest(rubric()), before);
  write("secret", secret);
  EXPECT_EQ(digest(text), before) << "the same secret, written without a line break";
  write("secret", std::string(64, '8'));
  EXPECT_NE(digest(text), before);
  EXPECT_EQ(before.find(secret), std::string::npos) << "nothing shows the secret";
}

TEST_F(RubricFile, that_is_missing_or_no_file_is_named) {
  for (const char* name : {"rubric.toml", ""}) {
    try {
      load_rubric(path(name));
      FAIL() << name;
    } catch (const std::invalid_argument& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(path(name) + ": ")) << error.what();
    }
  }
}

/// As `attncheck grade --init` writes it.
TEST_F(RubricFile, of_the_kit_is_read_and_its_points_add_up_to_100) {
  for (const KitFile& file : kit_files()) write(file.path, file.text);
  const Rubric read = load_rubric(path("rubric.toml"));
  EXPECT_EQ(read.points(), 100);
  EXPECT_EQ(read.hidden_seed, hidden_seed(secret, "attention"));
  for (const std::string& file : read.files)
    if (!file.ends_with(".c")) { EXPECT_TRUE(fs::exists(path("starter/" + file))) << "students begin with it"; }
  EXPECT_FALSE(fs::exists(path("starter/secret")));
}

/// The template with the # taken away from its keys.
std::string filled_in(std::string text) {
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    if (text[at] == '#' && text[at + 1] != ' ') text.erase(at, 1);
  return text;
}

TEST_F(RubricFile, of_the_kit_says_of_each_key_what_it_is_when_it_is_not_given) {
  const auto kit = std::ranges::find(kit_files(), "rubric.toml", &KitFile::path);
  ASSERT_NE(kit, kit_files().end());
  const Rubric plain = read_rubric(kit->text, path("rubric.toml"));
  const Rubric full = read_rubric(filled_in(kit->text), path("rubric.toml"));
  EXPECT_EQ(full.effort, plain.effort);
  EXPECT_EQ(full.dtype, plain.dtype);
  EXPECT_EQ(full.seed, plain.seed);
  ASSERT_TRUE(full.tests && plain.tests);
  EXPECT_EQ(full.tests->files, plain.tests->files);
}

}  // namespace
}  // namespace attncheck
