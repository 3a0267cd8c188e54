// How what is to be done is split.
#include "core/shard.h"

#include <gtest/gtest.h>

namespace attncheck {
namespace {

TEST(Shard, each_thing_belongs_to_one_and_is_found_again_by_its_turn) {
  for (const std::size_t count : {1U, 2U, 3U, 7U})
    for (const std::size_t all : {0U, 1U, 5U, 14U}) {
      std::size_t shared = 0;
      for (Shard shard{1, count}; shard.number <= count; ++shard.number) {
        shared += shard.share(all);
        for (std::size_t t = 0; t < shard.share(all); ++t) {
          EXPECT_TRUE(shard.has(shard.thing(t)));
          EXPECT_LT(shard.thing(t), all);
          EXPECT_EQ(shard.turn(shard.thing(t)), t);
        }
      }
      EXPECT_EQ(shared, all) << count << " shards";
    }
}

TEST(Shard, is_a_number_and_a_count_and_nothing_else) {
  EXPECT_EQ(parse_shard("2/3"), (Shard{2, 3}));
  for (const char* none : {"", "2", "/", "0/3", "4/3", "-1/3", "1/3x", "1/", "1/0", "1/20000", " 1/2"})
    EXPECT_FALSE(parse_shard(none)) << none;
}

}  // namespace
}  // namespace attncheck
