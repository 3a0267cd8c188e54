// What a file keeps comes back bit for bit, also what JSON has no word for.
#include "core/exact_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace attncheck {
namespace {

using Json = nlohmann::json;

/// Through text, as a file has it.
Json kept(const Json& value) { return from_exact(Json::parse(to_exact(value).dump())); }

TEST(ExactJson, keeps_every_double) {
  for (const double value : {0.1, -0.0, 0x1.23456789abcdep-1060, 0x1p-1074, 1.7976931348623157e308, 3.0, -HUGE_VAL}) {
    const auto back = kept(Json{{"a", {value}}}).at("a").at(0).get<double>();
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value)) << value;
  }
  EXPECT_TRUE(std::isnan(kept(std::nan("")).get<double>()));
  EXPECT_EQ(kept(std::numeric_limits<std::uint64_t>::max()), std::numeric_limits<std::uint64_t>::max());
}

TEST(ExactJson, keeps_text_and_bytes_that_are_none) {
  for (const std::string text : {"", "nan", "K\xc3\xa4se\n\x01", "\xc3(", "\xff\xfe"})
    EXPECT_EQ(kept(Json{text}).at(0), text);
  EXPECT_EQ(to_exact("\xc3(").dump(), R"({"bytes":[195,40]})");
}

TEST(ExactJson, refuses_a_word_that_stands_for_no_number) {
  EXPECT_THROW(from_exact(Json{{"number", "many"}}), std::invalid_argument);
}

}  // namespace
}  // namespace attncheck
