// The parts that whole faults are made of are right, so that a fault is wrong only where it says.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "attncheck/fault.h"
#include "attncheck/random.h"

namespace attncheck {
namespace {

Problem normal_problem(const Shape& shape, DType dtype, bool causal) {
  Problem problem = make_problem(shape, dtype, causal);
  Random random(mix_seed(1, static_cast<std::uint64_t>(shape.tokens)));
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value}) fill_normal(*tensor, random, dtype);
  return problem;
}

void expect_near_right(const Problem& problem, const Tensor& output) {
  const Tensor right = run_steps(right_steps(), problem);
  ASSERT_EQ(output.rows(), right.rows());
  ASSERT_EQ(output.cols(), right.cols());
  for (Index i = 0; i < right.rows(); ++i)
    for (Index c = 0; c < right.cols(); ++c)
      EXPECT_LE(std::abs(output(i, c) - right(i, c)), 64 * info(problem.dtype).unit_roundoff)
          << "row " << i << " column " << c;
}

TEST(RightKernel, agrees_with_the_right_steps_in_both_dtypes) {
  Steps steps = right_steps();
  steps.kernel = {right_kernel<float>, right_kernel<double>};
  for (const DType dtype : {DType::float32, DType::float64})
    for (const bool causal : {false, true})
      for (const Index tokens : {1, 2, 17, 40}) {
        const Problem problem = normal_problem({tokens, 3, 5}, dtype, causal);
        expect_near_right(problem, run_steps(steps, problem));
      }
}

TEST(PartOfRow, of_all_keys_is_the_row) {
  for (const bool causal : {false, true}) {
    const Problem problem = normal_problem({20, 3, 2}, DType::float64, causal);
    expect_near_right(problem,
                      row_by_row(problem, [&](Index i) { return part_of_row(problem, i, keys_between(0, 20)).mean; }));
  }
}

TEST(PartOfRow, leaves_out_hidden_keys_and_counts_a_key_as_often_as_it_is_named) {
  const Problem problem = small_problem({{0}, {0}, {0}}, {{0}, {0}, {0}}, {{1}, {4}, {100}}, true);
  const PartOfRow part = part_of_row(problem, 1, {0, 0, 1, 2});
  EXPECT_EQ(part.max, 0);
  EXPECT_EQ(part.sum, 3);
  EXPECT_EQ(part.mean, std::vector<double>{2});
}

TEST(PartOfRow, of_two_halves_merges_to_the_row_by_their_log_sum_exps) {
  const Problem problem = normal_problem({11, 2, 1}, DType::float64, false);
  expect_near_right(problem, row_by_row(problem, [&](Index i) {
                      const PartOfRow head = part_of_row(problem, i, keys_between(0, 4));
                      const PartOfRow tail = part_of_row(problem, i, keys_between(4, 11));
                      const double share = 1 / (1 + std::exp(tail.log_sum_exp() - head.log_sum_exp()));
                      return std::vector<double>{share * head.mean[0] + (1 - share) * tail.mean[0]};
                    }));
}

TEST(PartOfRow, of_no_key_has_no_mean) {
  const PartOfRow part = part_of_row(make_problem({1, 1, 1}, DType::float32, false), 0, {});
  EXPECT_EQ(part.sum, 0);
  EXPECT_TRUE(std::isnan(part.mean[0]));
  EXPECT_TRUE(keys_between(3, 3).empty());
  EXPECT_TRUE(keys_between(3, 2).empty());
}

TEST(Float16, rounds_to_eleven_bits_ties_to_even) {
  EXPECT_EQ(round_to_float16(2049), 2048);
  EXPECT_EQ(round_to_float16(2051), 2052);
  EXPECT_EQ(round_to_float16(-1.0 / 3), -0.333251953125);
}

TEST(Float16, has_its_range_and_its_subnormal_numbers) {
  EXPECT_EQ(round_to_float16(65504), 65504);
  EXPECT_EQ(round_to_float16(65519), 65504);
  EXPECT_EQ(round_to_float16(65520), std::numeric_limits<double>::infinity());
  EXPECT_EQ(round_to_float16(-1e9), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(round_to_float16(0x1p-24), 0x1p-24);
  EXPECT_EQ(round_to_float16(0x1p-25), 0);
  EXPECT_EQ(round_to_float16(0x1.8p-24), 0x1p-23);
}

TEST(Float16, keeps_what_is_no_number_or_not_finite) {
  EXPECT_TRUE(std::isnan(round_to_float16(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(round_to_float16(std::numeric_limits<double>::infinity()), std::numeric_limits<double>::infinity());
}

TEST(ElementOf, counts_on_from_the_start_of_the_buffer) {
  const Problem problem = small_problem({{1, 2}, {3, 4}}, {{0, 0}, {0, 0}}, {{0}, {0}}, false);
  EXPECT_EQ(element_of(problem.query, 2), 3);
  EXPECT_EQ(element_of(problem.query, 5), 2);
}

TEST(WholeFaults, answer_in_numbers_of_the_dtype) {
  Steps steps = right_steps();
  steps.whole = [](const Steps&, const Problem& problem) { return Tensor(problem.shape.tokens, 1, 1.0 / 3); };
  EXPECT_EQ(run_steps(steps, make_problem({1, 1, 1}, DType::float32, false))(0, 0), static_cast<double>(1.0F / 3));
}

}  // namespace
}  // namespace attncheck
