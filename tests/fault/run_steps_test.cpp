// Attention in steps, with every step right, is right: closed forms that round nowhere, and bit for bit the compact
// online form.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "attention/online.h"
#include "attncheck/fault.h"
#include "attncheck/random.h"

namespace attncheck {
namespace {

Tensor run_right(const Problem& problem) { return run_steps(right_steps(), problem); }

template <class T>
Tensor run_online(const Problem& problem) {
  const auto copy = [](const Tensor& tensor) {
    return std::vector<T>(tensor.elements().begin(), tensor.elements().end());
  };
  const std::vector<T> query = copy(problem.query), key = copy(problem.key), value = copy(problem.value);
  const Shape& shape = problem.shape;
  std::vector<T> output(static_cast<std::size_t>(shape.tokens * shape.value_dim));
  attention_online(query.data(), key.data(), value.data(), output.data(), static_cast<std::size_t>(shape.tokens),
                   static_cast<std::size_t>(shape.head_dim), static_cast<std::size_t>(shape.value_dim), problem.causal);
  Tensor result(shape.tokens, shape.value_dim);
  std::copy(output.begin(), output.end(), result.elements().begin());
  return result;
}

Problem normal_problem(const Shape& shape, DType dtype, bool causal, double sigma) {
  Problem problem = make_problem(shape, dtype, causal);
  Random random(mix_seed(1, static_cast<std::uint64_t>(shape.tokens)));
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, dtype, sigma);
  return problem;
}

void expect_identical(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index c = 0; c < a.cols(); ++c) EXPECT_EQ(a(i, c), b(i, c)) << "row " << i << " column " << c;
}

TEST(RightSteps, equal_logits_give_the_mean_of_the_visible_values) {
  Problem problem = make_problem({64, 4, 1}, DType::float32, true);
  for (Index j = 0; j < 64; ++j) problem.value(j, 0) = static_cast<double>(j);
  const Tensor output = run_right(problem);
  for (const Index i : {0, 1, 3, 7, 15, 31, 63}) EXPECT_EQ(output(i, 0), static_cast<double>(i) / 2) << "row " << i;
}

TEST(RightSteps, a_dominant_key_gives_its_value_wherever_its_tile_lies) {
  for (const Index winner : {0, 15, 16, 17, 31, 32, 39}) {
    Problem problem = make_problem({40, 1, 1}, DType::float64, false);
    for (Index j = 0; j < 40; ++j) problem.value(j, 0) = static_cast<double>(j + 1);
    for (Index i = 0; i < 40; ++i) problem.query(i, 0) = 64;
    problem.key(winner, 0) = 64;
    EXPECT_EQ(run_right(problem)(0, 0), static_cast<double>(winner + 1));
  }
}

TEST(RightSteps, are_the_compact_online_form_bit_for_bit_where_the_scale_is_a_power_of_two) {
  for (const Index tokens : {1, 2, 15, 16, 17, 33, 70})
    for (const bool causal : {false, true})
      for (const double sigma : {1.0, 8.0}) {
        const Problem narrow = normal_problem({tokens, 16, 3}, DType::float32, causal, sigma);
        expect_identical(run_right(narrow), run_online<float>(narrow));
        const Problem wide = normal_problem({tokens, 4, 2}, DType::float64, causal, sigma);
        expect_identical(run_right(wide), run_online<double>(wide));
      }
}

TEST(RightSteps, return_numbers_of_the_dtype) {
  const Tensor output = run_right(normal_problem({20, 3, 2}, DType::float32, true, 1.0));
  for (const double element : output.elements()) EXPECT_EQ(element, round_to(DType::float32, element));
}

TEST(RightSteps, survive_tiles_without_a_visible_key) {
  Steps steps = right_steps();
  steps.visible = [](const Problem&, Index, Index j) { return j >= 20; };
  Problem problem = make_problem({40, 1, 1}, DType::float32, false);
  for (Index j = 0; j < 40; ++j) problem.value(j, 0) = j < 20 ? 100 : 3;
  EXPECT_EQ(run_steps(steps, problem)(0, 0), 3);
}

TEST(RightSteps, never_touch_a_hidden_value) {
  Problem problem = make_problem({3, 1, 1}, DType::float32, true);
  problem.value(2, 0) = std::numeric_limits<double>::quiet_NaN();
  const Tensor output = run_right(problem);
  EXPECT_EQ(output(0, 0), 0);
  EXPECT_EQ(output(1, 0), 0);
  EXPECT_TRUE(std::isnan(output(2, 0)));
}

TEST(PartsOfWholeFaults, hide_future_logits_and_weigh_values) {
  const Problem problem = small_problem({{2, 0, 0, 0}, {0, 2, 0, 0}}, {{1, 3, 0, 0}, {5, 7, 0, 0}}, {{1}, {10}}, true);
  const Tensor logits = masked_logits(right_steps(), problem);
  EXPECT_EQ(logits(0, 0), 1);
  EXPECT_EQ(logits(0, 1), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(logits(1, 0), 3);
  EXPECT_EQ(logits(1, 1), 7);
  Tensor weights(2, 2, 0.5);
  weights(0, 1) = 0;
  EXPECT_EQ(weighted_values(weights, problem)(0, 0), 0.5);
  EXPECT_EQ(weighted_values(weights, problem)(1, 0), 5.5);
}

TEST(SmallProblem, says_which_row_is_too_short) {
  try {
    small_problem({{1, 2}, {3}}, {{1, 2}, {3, 4}}, {{1}, {2}}, false);
    FAIL() << "rows of different lengths were taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "query row 1 has 1 numbers, but row 0 has 2");
  }
}

TEST(SmallProblem, refuses_tensors_that_do_not_fit_and_numbers_that_are_not_float32) {
  EXPECT_THROW(small_problem({{1}}, {{1, 2}}, {{1}}, false), std::invalid_argument);
  EXPECT_THROW(small_problem({{0.1}}, {{1}}, {{1}}, false), std::invalid_argument);
  EXPECT_THROW(small_problem({}, {}, {}, false), std::invalid_argument);
}

TEST(RunSteps, refuses_a_problem_that_is_not_valid) {
  Problem problem = make_problem({2, 1, 1}, DType::float32, false);
  problem.key = Tensor(3, 1);
  EXPECT_THROW(run_right(problem), std::invalid_argument);
}

TEST(RunSteps, refuses_steps_that_read_keys_that_are_not_there_or_never_advance) {
  const Problem problem = make_problem({2, 1, 1}, DType::float32, false);
  Steps too_many = right_steps();
  too_many.keys_read = [](Index tokens) { return tokens + 1; };
  EXPECT_THROW(run_steps(too_many, problem), std::invalid_argument);
  Steps standing_still = right_steps();
  standing_still.tile = 0;
  EXPECT_THROW(run_steps(standing_still, problem), std::invalid_argument);
}

}  // namespace
}  // namespace attncheck
