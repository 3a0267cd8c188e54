#include "reference/row_cache.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/reference/problems.h"

namespace attncheck {
namespace {

bool is_kept(RowCache& cache, Index i) {
  cache.row(i);
  return !cache.is_new(i);
}

TEST(RowCache, computes_a_row_once_for_a_problem_asked_twice) {
  const Problem problem = problems::gaussian(8, 4, 3, DType::float32, false, 1);
  RowCache cache;
  cache.start(problem);
  EXPECT_FALSE(is_kept(cache, 3));
  cache.start(problem);
  EXPECT_TRUE(is_kept(cache, 3));
  EXPECT_FALSE(is_kept(cache, 4));
}

TEST(RowCache, keeps_the_rows_that_do_not_see_what_was_changed) {
  const Problem before = problems::gaussian(8, 4, 3, DType::float32, true, 2);
  for (Tensor Problem::*changed : {&Problem::query, &Problem::key, &Problem::value}) {
    Problem after = before;
    (after.*changed)(5, 1) *= -1;
    RowCache cache;
    cache.start(before);
    for (Index i = 0; i < 8; ++i) is_kept(cache, i);
    cache.start(after);
    for (Index i = 0; i < 8; ++i) {
      const bool sees_it = changed == &Problem::query ? i == 5 : i >= 5;
      EXPECT_EQ(is_kept(cache, i), !sees_it) << "row " << i;
      EXPECT_EQ(cache.row(i).centre, certified_row(after, i).centre) << "row " << i;
    }
  }
}

TEST(RowCache, keeps_the_rows_of_a_causal_prefix_and_none_of_another_mask) {
  const Problem whole = problems::gaussian(8, 4, 3, DType::float32, true, 3);
  Problem prefix = problems::gaussian(5, 4, 3, DType::float32, true, 4);
  for (Tensor Problem::*tensor : {&Problem::query, &Problem::key, &Problem::value})
    for (Index i = 0; i < 5; ++i) std::ranges::copy((whole.*tensor).row(i), (prefix.*tensor).row(i).begin());
  RowCache cache;
  cache.start(whole);
  for (Index i = 0; i < 8; ++i) is_kept(cache, i);
  cache.start(prefix);
  for (Index i = 0; i < 5; ++i) EXPECT_TRUE(is_kept(cache, i)) << "row " << i;
  prefix.causal = false;
  cache.start(prefix);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_FALSE(is_kept(cache, i)) << "row " << i;
    EXPECT_EQ(cache.row(i).centre, certified_row(prefix, i).centre) << "row " << i;
  }
}

TEST(RowCache, keeps_nothing_when_a_problem_is_refused) {
  Problem good = problems::gaussian(4, 4, 3, DType::float32, false, 5);
  RowCache cache;
  cache.start(good);
  is_kept(cache, 0);
  Problem bad = good;
  bad.value(3, 2) = 0.1;  // no float32
  EXPECT_THROW(cache.start(bad), std::invalid_argument);
  cache.start(good);
  EXPECT_EQ(cache.row(0).centre, certified_row(good, 0).centre);
}

TEST(RowCache, computes_long_problems_block_by_block_and_the_same_on_all_cores) {
  const Problem problem = problems::gaussian(8192, 64, 64, DType::float32, false, 6);
  std::vector<Index> rows(8192);
  std::iota(rows.begin(), rows.end(), Index{0});
  RowCache cache;
  cache.start(problem);
  const std::size_t block = cache.prepare(rows);
  EXPECT_GT(block, std::size_t{16});
  EXPECT_LT(block, rows.size() / 8) << "memory must not grow with the square of the length";
  for (const Index i : {Index{0}, static_cast<Index>(block) / 2, static_cast<Index>(block) - 1}) {
    const RowStats alone = certified_row(problem, i);
    EXPECT_EQ(cache.row(i).centre, alone.centre);
    EXPECT_EQ(cache.row(i).radius, alone.radius);
  }
}

}  // namespace
}  // namespace attncheck
