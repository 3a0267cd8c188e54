// Problems made from other problems.
#include "attncheck/laws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace attncheck {
namespace {

Tensor numbered(Index rows, Index cols) {
  Tensor tensor(rows, cols);
  std::iota(tensor.elements().begin(), tensor.elements().end(), 1.0);
  return tensor;
}

TEST(RowsInOrder, row_order_i_becomes_row_i) {
  const std::vector<Index> order = {2, 0, 1};
  const Tensor ordered = rows_in_order(numbered(3, 2), order);
  EXPECT_EQ(ordered(0, 0), 5);
  EXPECT_EQ(ordered(1, 1), 2);
  EXPECT_EQ(ordered(2, 0), 3);
}

TEST(RowsInOrder, an_order_of_another_length_is_refused) {
  const std::vector<Index> order = {0, 1};
  EXPECT_THROW(rows_in_order(numbered(3, 2), order), std::invalid_argument);
}

TEST(AnyOrder, is_a_permutation_and_the_same_for_the_same_seed) {
  std::set<std::vector<Index>> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::vector<Index> order = any_order(7, seed);
    EXPECT_EQ(order, any_order(7, seed));
    seen.insert(order);
    std::sort(order.begin(), order.end());
    for (Index i = 0; i < 7; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  }
  EXPECT_TRUE(seen.contains({6, 5, 4, 3, 2, 1, 0}));
  EXPECT_GT(seen.size(), 15U);
}

TEST(AnyOrder, of_one_is_the_only_one) { EXPECT_EQ(any_order(1, 3), std::vector<Index>{0}); }

TEST(FirstTokens, cut_all_three_tensors_and_keep_the_rest) {
  Problem problem = make_problem({4, 2, 3}, DType::float64, true);
  problem.query = numbered(4, 2);
  problem.value = numbered(4, 3);
  problem.placement = Placement::guard_words;
  const Problem shorter = first_tokens(problem, 2);
  EXPECT_NO_THROW(require_valid(shorter));
  EXPECT_EQ(shorter.shape, (Shape{2, 2, 3}));
  EXPECT_EQ(shorter.query(1, 1), 4);
  EXPECT_EQ(shorter.value(1, 2), 6);
  EXPECT_TRUE(shorter.causal);
  EXPECT_EQ(shorter.placement, Placement::guard_words);
}

TEST(FirstTokens, more_than_there_are_and_none_are_refused) {
  const Problem problem = make_problem({4, 2, 3}, DType::float32, true);
  EXPECT_THROW(first_tokens(problem, 5), std::invalid_argument);
  EXPECT_THROW(first_tokens(problem, 0), std::invalid_argument);
}

}  // namespace
}  // namespace attncheck
