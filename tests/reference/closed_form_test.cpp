// Problems whose answer is known by hand.
#include <gtest/gtest.h>

#include "reference/certified.h"
#include "reference/definition.h"
#include "reference/exact.h"
#include "reference/make_oracle.h"
#include "tests/reference/problems.h"

namespace attncheck {
namespace {

void expect_row(const Problem& problem, Index i, const std::vector<double>& truth) {
  const RowAnswer answer = make_oracle(problem.dtype, {})->row(problem, i);
  ASSERT_EQ(answer.centre.size(), truth.size());
  for (std::size_t c = 0; c < truth.size(); ++c)
    // the decimal constants of these tests are themselves rounded once
    EXPECT_LE(std::fabs(answer.centre[c] - truth[c]), answer.radius[c] + 0x1p-53 * std::fabs(truth[c]))
        << "column " << c << " of " << problem.family;
}

class ClosedForm : public testing::TestWithParam<DType> {};

TEST_P(ClosedForm, one_visible_key_gives_its_value_without_any_radius) {
  const Problem problem = problems::gaussian(5, 3, 4, GetParam(), true, 1);
  const RowAnswer answer = make_oracle(GetParam(), {})->row(problem, 0);
  for (Index c = 0; c < 4; ++c) {
    EXPECT_EQ(answer.centre[static_cast<std::size_t>(c)], problem.value(0, c));
    EXPECT_EQ(answer.radius[static_cast<std::size_t>(c)], 0);
  }
  EXPECT_EQ(answer.weights, std::vector<double>{1.0});
}

TEST_P(ClosedForm, logits_that_are_all_zero_give_the_mean) {
  expect_row(problems::readout({0, 0, 0, 0, 0}, GetParam()), 2, {0.2, 0.2, 0.2, 0.2, 0.2});
}

TEST_P(ClosedForm, two_keys_give_the_logistic_function) {
  expect_row(problems::readout({0, -1}, GetParam()), 0, {0.73105857863000487925, 0.26894142136999512075});
  expect_row(problems::readout({-64, 0}, GetParam()), 1, {1.6038108905486378e-28, 1.0});
}

TEST_P(ClosedForm, the_scale_is_one_over_the_square_root_of_head_dim) {
  Problem problem = make_problem({2, 9, 1}, GetParam(), false);
  for (Index k = 0; k < 9; ++k) problem.query(0, k) = problem.key(0, k) = 1;
  const RowAnswer answer = make_oracle(GetParam(), {})->row(problem, 0);
  EXPECT_DOUBLE_EQ(answer.logits[0], 3.0);
  EXPECT_EQ(answer.logits[1], 0.0);
}

TEST_P(ClosedForm, hidden_keys_and_values_do_not_matter) {
  Problem problem = problems::gaussian(6, 4, 2, GetParam(), true, 3);
  const auto before = make_oracle(GetParam(), {})->row(problem, 3);
  for (Index j = 4; j < 6; ++j) problem.key(j, 0) = problem.value(j, 1) = 0x1p100;
  const auto after = make_oracle(GetParam(), {})->row(problem, 3);
  EXPECT_EQ(before.centre, after.centre);
  EXPECT_EQ(before.bound, after.bound);
}

INSTANTIATE_TEST_SUITE_P(DTypes, ClosedForm, testing::Values(DType::float32, DType::float64),
                         [](const auto& dtype) { return std::string(attncheck::info(dtype.param).name); });

TEST(Definition, in_double_agrees_with_a_row_worked_by_hand) {
  // logits 0 and log 3: weights 1/4 and 3/4; values 8 and 16
  Problem problem = make_problem({2, 1, 1}, DType::float64, false);
  problem.query(0, 0) = 1;
  problem.key(1, 0) = 1.0986122886681098;
  problem.value(0, 0) = 8;
  problem.value(1, 0) = 16;
  const Index column = 0;
  const auto row = attention_by_definition<double>(problem, 0, {&column, 1});
  EXPECT_DOUBLE_EQ(row.output[0], 14.0);
  EXPECT_EQ(row.logits.size(), 2U);
}

}  // namespace
}  // namespace attncheck
