// What limits are read from the sizes that a subject answers.
#include "probe/series.h"

#include <gtest/gtest.h>

namespace attncheck {
namespace {

/// "max_dim=64, dim_multiple=8", or "" when nothing is proposed.
std::string proposed(const Series& series, const std::string& list = "head_dim") {
  std::string out;
  for (const Answered& one : proposals(series, {"head_dim", "dim_multiple", "max_dim", list}))
    if (!one.key.empty()) out += (out.empty() ? "" : ", ") + one.key + "=" + one.value;
  return out;
}

TEST(Series, that_is_answered_throughout_proposes_nothing) { EXPECT_EQ(proposed({{1, 2, 64, 65}, {}, ""}), ""); }

TEST(Series, that_ends_proposes_the_largest_size) {
  EXPECT_EQ(proposed({{1, 2, 64}, {128, 256}, "128: exit"}), "max_dim=64");
}

TEST(Series, of_multiples_proposes_the_largest_step_that_says_it) {
  EXPECT_EQ(proposed({{8, 16, 24, 64}, {1, 2, 4, 65}, "1: exit"}), "dim_multiple=8");
  EXPECT_EQ(proposed({{16, 32, 64}, {1, 8, 24, 128, 256}, "1: exit"}), "dim_multiple=16, max_dim=64");
}

TEST(Series, of_no_step_proposes_a_list_where_one_can_be_declared) {
  EXPECT_EQ(proposed({{64, 80, 128}, {1, 96, 112}, "1: exit"}), "head_dim=64,80,128");
  EXPECT_EQ(proposed({{64, 80, 128}, {1, 96, 112}, "1: exit"}, ""), "");
  EXPECT_EQ(proposed({{64}, {1, 32, 128}, "1: exit"}), "head_dim=64");
}

}  // namespace
}  // namespace attncheck
