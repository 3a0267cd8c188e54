#include "core/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "attncheck/random.h"
#include "core/tensor_text.h"
#include "core/version.h"

namespace attncheck {
namespace {

TEST(Number, is_the_shortest_text_that_comes_back) {
  EXPECT_EQ(number(DType::float32, static_cast<double>(0.1f)), "0.1");
  EXPECT_EQ(number(DType::float64, static_cast<double>(0.1f)), "0.10000000149011612");
  EXPECT_EQ(number(DType::float32, 1), "1");
  EXPECT_EQ(number(DType::float32, -0.0), "-0");
  EXPECT_EQ(number(DType::float32, 0x1p-149), "1e-45");
  EXPECT_EQ(number(DType::float32, std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(number(DType::float32, -std::nan("")), "nan");
}

TEST(Number, comes_back_bit_for_bit_for_random_float32) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double value =
        round_to(DType::float32, std::ldexp(random.normal(), static_cast<int>(random.below(200)) - 100));
    const std::string text = number(DType::float32, value);
    EXPECT_EQ(static_cast<double>(std::stof(text)), value) << text;
  }
}

TEST(Printable, what_a_subject_prints_cannot_move_the_cursor) {
  EXPECT_EQ(printable("\x1b[31mred\r\n\tnext"), "\\x1b[31mred\\x0d\n\tnext");
  EXPECT_EQ(printable(std::string("a\0b\xff", 4)), "a\\x00b\xef\xbf\xbd");
  EXPECT_EQ(one_line("  two\n  lines \n"), "two lines");
}

TEST(ShellWord, quotes_only_what_a_shell_would_change) {
  EXPECT_EQ(shell_word("fault:scale/missing"), "fault:scale/missing");
  EXPECT_EQ(shell_word("my file.c"), "'my file.c'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("two\nlines, it's"), "$'two\\nlines, it\\'s'");
}

TEST(SideBySide, marks_the_bad_element_and_aligns_the_rest) {
  Tensor two(2, 2);
  two(0, 1) = -1.5;
  Tensor one(2, 1, 1.0 / 3);
  EXPECT_EQ(side_by_side(table_of({number_block("answered", two, DType::float32, std::pair{Index{0}, Index{1}}),
                                   real_block("true output", one, DType::float32)}),
                         "  "),
            "            answered    true output\n"
            "  token 0   0  >-1.5<   0.333333333\n"
            "  token 1   0      0    0.333333333\n");
}

TEST(SideBySide, starts_a_new_band_when_the_width_is_used_up) {
  const TensorBlock block = number_block("query", Tensor(1, 1), DType::float32);
  EXPECT_EQ(side_by_side(table_of({block, block}), "", 20),
            "          query\n"
            "token 0   0\n"
            "\n"
            "          query\n"
            "token 0   0\n");
}

TEST(SideBySide, of_many_tokens_shows_equal_ones_once) {
  Tensor many(12, 1);
  many(4, 0) = 1;
  many(11, 0) = 2;
  Tensor few(8, 1);
  const TensorTable table = table_of({number_block("key", many, DType::float32)});
  EXPECT_TRUE(is_readable(table));
  EXPECT_EQ(side_by_side(table, ""),
            "                 key\n"
            "tokens 0 to 3    0\n"
            "token 4          1\n"
            "tokens 5 to 10   0\n"
            "token 11         2\n");
  EXPECT_EQ(table_of({number_block("key", few, DType::float32)}).labels.size(), 8U) << "eight are not many";
  Tensor all_different(40, 1);
  for (Index i = 0; i < 40; ++i) all_different(i, 0) = static_cast<double>(i);
  EXPECT_FALSE(is_readable(table_of({number_block("key", all_different, DType::float32)})));
}

TEST(Version, is_the_one_in_the_build) {
  std::stringstream build;
  build << std::ifstream(ATTNCHECK_SOURCE_DIR "/CMakeLists.txt").rdbuf();
  EXPECT_NE(build.str().find(fmt::format("VERSION {} LANGUAGES", version)), std::string::npos);
}

}  // namespace
}  // namespace attncheck
