// Which sizes a subject takes, and the size next to a wish.
#include "core/shape_limits.h"

#include <gtest/gtest.h>

namespace attncheck {
namespace {

bool same(const std::optional<Shape>& found, const Shape& expected) {
  return found && found->tokens == expected.tokens && found->head_dim == expected.head_dim &&
         found->value_dim == expected.value_dim;
}

TEST(ShapeLimits, that_are_not_given_leave_every_wish_as_it_is) {
  for (const Shape& wish : {Shape{1, 1, 1}, {300, 65, 257}, {4096, 1, 16}}) {
    EXPECT_TRUE(same(nearest(wish, {}, {}), wish));
    EXPECT_EQ(ShapeLimits{}.why_not(wish, true), "");
  }
}

TEST(ShapeLimits, say_in_words_what_is_taken_only) {
  ShapeLimits limits;
  limits.max_tokens = 512;
  limits.tokens_multiple = 16;
  limits.head_dims = {64, 128};
  limits.causal = true;
  EXPECT_EQ(limits.why_not({528, 64, 3}, true), "at most 512 tokens");
  EXPECT_EQ(limits.why_not({20, 64, 3}, true), "only tokens in multiples of 16");
  EXPECT_EQ(limits.why_not({32, 65, 3}, true), "only head_dim 64, 128");
  EXPECT_EQ(limits.why_not({32, 64, 3}, false), "only causal problems");
  EXPECT_EQ(limits.why_not({32, 64, 3}, true), "");
  limits.square = true;
  EXPECT_EQ(limits.why_not({32, 64, 3}, true), "only value_dim = head_dim");
  limits = {};
  limits.dim_multiple = 8;
  limits.max_dim = 64;
  EXPECT_EQ(limits.why_not({1, 8, 12}, false), "only dims in multiples of 8");
  EXPECT_EQ(limits.why_not({1, 72, 8}, false), "only dims up to 64");
}

TEST(ShapeLimits, move_a_wish_to_the_next_larger_size_or_else_to_the_largest) {
  ShapeLimits limits;
  limits.tokens_multiple = 64;
  limits.max_tokens = 200;
  limits.head_dims = {32, 96};
  EXPECT_TRUE(same(nearest({1, 1, 5}, limits, {}), {64, 32, 5}));
  EXPECT_TRUE(same(nearest({65, 33, 5}, limits, {}), {128, 96, 5}));
  EXPECT_TRUE(same(nearest({1000, 100, 5}, limits, {}), {192, 96, 5}));
  limits.square = true;
  EXPECT_TRUE(same(nearest({1, 33, 5}, limits, {}), {64, 96, 96}));
}

TEST(ShapeLimits, find_one_size_for_tokens_and_dims_where_values_are_an_identity) {
  ShapeLimits limits;
  limits.square = true;
  limits.tokens_multiple = 16;
  limits.head_dims = {24, 64};
  ShapeRange identity;
  identity.identity = true;
  EXPECT_TRUE(same(nearest({20, 3, 20}, limits, identity), {64, 64, 64}));
  limits.head_dims = {24};
  EXPECT_FALSE(nearest({20, 3, 20}, limits, identity));
  limits = {};
  limits.tokens_multiple = 6;
  limits.dim_multiple = 4;
  EXPECT_TRUE(same(nearest({13, 3, 13}, limits, identity), {24, 4, 24}));
}

TEST(ShapeLimits, leave_nothing_where_a_claim_asks_for_other_sizes) {
  ShapeLimits limits;
  limits.head_dims = {64};
  ShapeRange narrow;
  narrow.max_head_dim = 32;
  EXPECT_FALSE(nearest({4, 4, 4}, limits, narrow));
  limits = {};
  limits.tokens_multiple = 128;
  ShapeRange few;
  few.max_tokens = 80;
  EXPECT_FALSE(nearest({4, 4, 4}, limits, few));
}

TEST(ShapeLimits, of_a_list_take_the_one_whose_sizes_are_nearest_in_ratio) {
  ShapeLimits limits;
  limits.only = {{128, 64, 64}, {1024, 64, 32}, {8, 4, 8}};
  EXPECT_TRUE(same(nearest({1, 1, 1}, limits, {}), {8, 4, 8}));
  EXPECT_TRUE(same(nearest({200, 50, 50}, limits, {}), {128, 64, 64}));
  EXPECT_TRUE(same(nearest({4096, 1, 1}, limits, {}), {1024, 64, 32}));
  ShapeRange identity;
  identity.identity = true;
  EXPECT_TRUE(same(nearest({1000, 64, 1000}, limits, identity), {8, 4, 8}));
  EXPECT_EQ(limits.why_not({8, 4, 8}, true), "");
  EXPECT_EQ(limits.why_not({8, 4, 7}, true), "only the shapes 128x64x64, 1024x64x32, 8x4x8");
}

TEST(ShapeLimits, leave_a_few_shapes_that_are_all_different_and_allowed) {
  ShapeLimits limits;
  for (const Index count : {1, 5, 16, 60}) {
    const std::vector<Shape> few = few_shapes(count, limits);
    EXPECT_EQ(std::ssize(few), count);
    for (std::size_t a = 0; a < few.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(same(few[a], few[b]));
  }
  limits.head_dims = {64};
  limits.square = true;
  limits.tokens_multiple = 16;
  for (const Shape& shape : few_shapes(8, limits)) EXPECT_EQ(limits.why_not(shape, false), "");
  limits.max_tokens = 32;
  EXPECT_EQ(few_shapes(8, limits).size(), 2U) << "there are no more";
}

}  // namespace
}  // namespace attncheck
