// JSON of other people is refused before anybody walks through what would hurt.
#include "core/json_parse.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace attncheck {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_json(text, "their.json");
  } catch (const std::invalid_argument& error) { return error.what(); }
  return "accepted";
}

TEST(ParseJson, reads_what_is_right) {
  EXPECT_EQ(parse_json(R"({"a": [1, {"b": 2}], "c": {"b": 3}})", "their.json").at("c").at("b"), 3);
}

TEST(ParseJson, refuses_a_name_that_comes_twice_in_one_object) {
  EXPECT_EQ(refusal(R"({"a": {"b": 1, "c": {}, "b": 2}})"), R"(their.json: has "b" twice in one object)");
  EXPECT_EQ(refusal(R"({"b": {"b": 1}, "c": [{"b": 1}, {"b": 2}]})"), "accepted");
}

TEST(ParseJson, refuses_what_is_nested_without_end) {
  EXPECT_EQ(refusal(std::string(100'000, '[')), "their.json: is nested more than 16 deep");
}

TEST(ParseJson, says_in_one_short_line_why_something_is_not_json) {
  EXPECT_TRUE(refusal("{\"a\": ").starts_with("their.json: is not JSON: parse error at line 1, column 7"));
  const std::string said = refusal("\"" + std::string(10'000, 'x') + "\n");
  EXPECT_LT(said.size(), 250U) << said;
  EXPECT_EQ(said.find('\n'), std::string::npos) << said;
}

}  // namespace
}  // namespace attncheck
