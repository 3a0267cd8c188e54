// Every fault is a fault: on the problem it names, its output is wrong by far more than rounding can explain.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "fault/table.h"

namespace attncheck {
namespace {

/// Largest |a - b|; infinite when an element is a number on one side only.
double distance(const Tensor& a, const Tensor& b) {
  double largest = 0;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index c = 0; c < a.cols(); ++c) {
      const double difference = std::abs(a(i, c) - b(i, c));
      largest = std::max(largest, std::isnan(difference) ? INFINITY : difference);
    }
  return largest;
}

double largest_value(const Problem& problem) {
  double largest = 0;
  for (const double element : problem.value.elements()) largest = std::max(largest, std::abs(element));
  return largest;
}

/// Half of the significand's digits are wrong: no order of summation of so few numbers does that.
double far_beyond_rounding(const Problem& problem) {
  return std::sqrt(info(problem.dtype).unit_roundoff) * largest_value(problem);
}

TEST(Faults, are_not_none_and_each_has_its_own_name_and_story) {
  std::set<std::string> ids, stories;
  for (const Fault* fault : all_faults()) {
    ids.insert(fault->id());
    stories.insert(fault->story);
  }
  EXPECT_FALSE(all_faults().empty());
  EXPECT_EQ(ids.size(), all_faults().size());
  EXPECT_EQ(stories.size(), all_faults().size());
}

TEST(Faults, each_is_live_on_the_problem_it_names_in_both_dtypes) {
  for (const Fault* fault : all_faults()) {
    const Steps steps = fault->steps();
    const Card card = fault->card();
    ASSERT_TRUE(card.shows_on) << fault->id() << " names no problem on which it shows";
    for (const DType dtype : {DType::float32, DType::float64}) {
      Problem problem = card.shows_on();
      problem.dtype = dtype;
      EXPECT_GT(distance(run_steps(steps, problem), run_steps(right_steps(), problem)), far_beyond_rounding(problem))
          << fault->id() << " in " << info(dtype).name;
    }
  }
}

TEST(Faults, each_shows_on_a_problem_that_fits_on_paper) {
  for (const Fault* fault : all_faults()) {
    const Problem problem = fault->card().shows_on();
    EXPECT_LE(problem.shape.head_dim, 2) << fault->id();
    EXPECT_EQ(problem.shape.value_dim, 1) << fault->id();
    EXPECT_LE(problem.shape.tokens, right_steps().tile + 1) << fault->id();
  }
}

TEST(Faults, right_steps_are_finite_wherever_a_fault_shows) {
  for (const Fault* fault : all_faults()) {
    const Tensor output = run_steps(right_steps(), fault->card().shows_on());
    for (const double element : output.elements()) EXPECT_TRUE(std::isfinite(element)) << fault->id();
  }
}

TEST(Faults, one_fault_leaves_the_right_steps_of_the_next_alone) {
  const Problem problem = small_problem({{0}, {0}}, {{0}, {0}}, {{2}, {4}}, false);
  for (const Fault* fault : all_faults()) fault->steps();
  EXPECT_EQ(run_steps(right_steps(), problem)(0, 0), 3);
}

}  // namespace
}  // namespace attncheck
