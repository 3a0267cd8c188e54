// A grade as it is kept: what is written is read again, and nothing else is.
#include "grade/grade.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attncheck {
namespace {

using Json = nlohmann::ordered_json;

/// Something in every field, and text that a format could stumble over.
Grade full_grade() {
  Grade grade;
  grade.student = "Ada \"the first\" Lövelace\\";
  grade.file = "class/ada/attention.c";
  grade.key = std::string(64, 'a');
  grade.assignment = "one";
  grade.nothing_earned = "a/a is required";
  grade.earned = 3.33;
  grade.possible = 0.1;
  using enum Standing;
  GradedGroup group{"Shape & more", 10, 3.33, 0.1, {}};
  for (const Standing standing : {earned, lost, explained, not_earned, outside, not_graded})
    group.properties.push_back({"a/a", "a claim", standing, "why", standing == lost, "line\n\tline\n", "ask a/a"});
  grade.groups = {group, {"Nothing", 0, 0, 0, {}}};
  grade.mistakes = {{{"scale/missing", "scale/by_head_dim"}, "behaves like", "the scale"}, {{}, "none fits", ""}};
  grade.command = "attncheck check 'a b.c'";
  grade.wall = "bubblewrap";
  grade.log = "error: \x1b[31m\n";
  grade.seconds = 1.0 / 3;
  return grade;
}

std::string refusal_of(const std::string& text) {
  try {
    read_grade(text, "results/ada.json");
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "no error";
}

TEST(Grade, is_read_as_it_was_written) {
  for (const char* reason : {"", "no verdict"}) {
    Grade grade = full_grade();
    grade.not_graded = reason;
    const std::string text = grade_text(grade);
    EXPECT_EQ(grade_text(read_grade(text, "a")), text);
  }
}

TEST(Grade, keeps_each_field_in_its_own) {
  const Grade read = read_grade(grade_text(full_grade()), "a"), full = full_grade();
  EXPECT_EQ(read.student, full.student);
  EXPECT_EQ(read.file, full.file);
  EXPECT_EQ(read.key, full.key);
  EXPECT_EQ(read.assignment, full.assignment);
  EXPECT_EQ(read.nothing_earned, full.nothing_earned);
  EXPECT_EQ(read.earned, full.earned);
  EXPECT_EQ(read.possible, full.possible);
  EXPECT_EQ(read.command, full.command);
  EXPECT_EQ(read.wall, full.wall);
  EXPECT_EQ(read.log, full.log);
  EXPECT_EQ(read.seconds, full.seconds);
  ASSERT_EQ(read.groups.size(), 2U);
  ASSERT_EQ(read.groups[0].properties.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_EQ(read.groups[0].properties[k].standing, full.groups[0].properties[k].standing);
  EXPECT_TRUE(read.groups[0].properties[1].hidden);
  EXPECT_EQ(read.groups[0].properties[1].evidence, "line\n\tline\n");
  ASSERT_EQ(read.mistakes.size(), 2U);
  EXPECT_EQ(read.mistakes[0].faults, full.mistakes[0].faults);
  EXPECT_EQ(read.mistakes[0].read_again, "the scale");
}

TEST(Grade, says_what_it_is_before_all_else) {
  EXPECT_TRUE(grade_text({}).starts_with("{\n  \"format\": \"attncheck grade\",\n  \"version\": 1,\n"))
      << grade_text({});
}

TEST(Grade, that_was_not_given_has_null_for_its_points_and_no_number) {
  Grade grade = full_grade();
  EXPECT_EQ(Json::parse(grade_text(grade)).at("earned"), 3.33);
  grade.not_graded = "no verdict";
  EXPECT_TRUE(Json::parse(grade_text(grade)).at("earned").is_null());
}

/// A name may have any bytes; a file of results may not.
TEST(Grade, of_a_student_with_a_name_of_any_bytes_can_be_written) {
  Grade grade;
  grade.student = grade.file = "M\xfcller";
  ASSERT_NO_THROW(grade_text(grade));
  EXPECT_EQ(read_grade(grade_text(grade), "a").student, "M\xef\xbf\xbdller");
}

TEST(Grade, is_refused_with_the_path_when_it_is_none) {
  const std::string whole = grade_text(full_grade());
  const std::string begins = "results/ada.json: is no grade of attncheck: ";
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[]"), std::string("null"), std::string("\"a\""),
        std::string("{\"format\": \"attncheck grade\", \"version\": 1}"), whole.substr(0, whole.size() / 2),
        whole + whole, std::string(whole.size(), '\0'), std::string("\xff\xfe")}) {
    const std::string error = refusal_of(text);
    EXPECT_TRUE(error.starts_with(begins)) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST(Grade, is_refused_when_a_field_is_missing_or_of_another_kind) {
  const Json whole = Json::parse(grade_text(full_grade()));
  for (const auto& [key, value] : whole.items()) {
    Json without = whole, other = whole;
    without.erase(key);
    EXPECT_NE(refusal_of(without.dump()), "no error") << "without " << key;
    other[key] = Json::array({Json::array()});
    EXPECT_NE(refusal_of(other.dump()), "no error") << "with another " << key;
  }
  Json other = whole;
  other["version"] = 2;
  EXPECT_NE(refusal_of(other.dump()), "no error") << "of another version";
  other = whole;
  other["groups"][0]["properties"][0]["standing"] = "gained";
  EXPECT_EQ(refusal_of(other.dump()), "results/ada.json: is no grade of attncheck: gained is no standing");
}

}  // namespace
}  // namespace attncheck
