// A subject whose inputs are of fewer bits than its dtype is asked numbers of that type only, and keeps the variety of
// the problems others are asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "draw/schedule.h"
#include "draw/shrink.h"

namespace attncheck {
namespace {

constexpr NarrowType float16{"float16", 11, 0x1p-14, 65504};
constexpr NarrowType bfloat16{"bfloat16", 8, 0x1p-126, 0x1.fep+127};
constexpr NarrowType types[] = {float16, bfloat16};

DrawLimits limits_of(const NarrowType& type) {
  DrawLimits limits;
  limits.inputs = type;
  return limits;
}

bool holds_only(const Problem& problem, const NarrowType& type) {
  for (const Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (const double element : tensor->elements())
      if (round_to(type, element) != element || !std::isfinite(element)) return false;
  return true;
}

double largest(const Tensor& tensor) {
  double most = 0;
  for (const double element : tensor.elements()) most = std::max(most, std::abs(element));
  return most;
}

Problem drawn(Index ordinal, const ProblemSpec& spec, const DrawLimits& limits) {
  return build_problem(schedule(ordinal, 17 + static_cast<std::uint64_t>(ordinal), spec, DType::float32, limits), spec,
                       limits);
}

TEST(NarrowInputs, every_problem_of_a_run_holds_numbers_of_the_type_and_is_admissible) {
  const ProblemSpec specs[] = {ProblemSpec{}.tokens_between(1, 200), ProblemSpec{}.with_probes().tokens_between(1, 200),
                               ProblemSpec{}.identity_values().moderate_logits().tokens_between(1, 60),
                               ProblemSpec{}.constant_values().tokens_between(1, 60)};
  for (const NarrowType& type : types)
    for (const ProblemSpec& spec : specs)
      for (Index ordinal = 0; ordinal < 150; ++ordinal) {
        const Problem problem = drawn(ordinal, spec, limits_of(type));
        EXPECT_TRUE(holds_only(problem, type)) << type.name << ", place " << ordinal << ": " << problem.family;
        EXPECT_TRUE(admissible(problem, spec, limits_of(type))) << type.name << ", place " << ordinal;
      }
}

TEST(NarrowInputs, no_family_of_values_vanishes_where_its_numbers_are_smaller_than_the_type_has) {
  for (const NarrowType& type : types)
    for (const char* family : {"tiny", "subnormal", "large", "wide exponents"}) {
      const ProblemSpec spec = ProblemSpec{}.values_from(family).tokens_between(1, 40);
      for (Index ordinal = 0; ordinal < 20; ++ordinal)
        EXPECT_GT(largest(drawn(ordinal, spec, limits_of(type)).value), 0) << type.name << " " << family;
    }
}

TEST(NarrowInputs, values_stay_below_what_is_declared) {
  DrawLimits limits;
  limits.max_value = 32752;
  for (const char* family : {"large", "cancelling", "tagged"})
    for (Index ordinal = 0; ordinal < 20; ++ordinal) {
      const ProblemSpec spec = ProblemSpec{}.values_from(family).tokens_between(1, 40);
      const Problem problem = drawn(ordinal, spec, limits);
      EXPECT_LE(largest(problem.value), limits.max_value) << family;
      EXPECT_TRUE(admissible(problem, spec, limits)) << family;
    }
}

TEST(NarrowInputs, shrinking_never_leaves_the_type) {
  for (const NarrowType& type : types)
    for (Index ordinal = 8; ordinal < 40; ++ordinal) {
      const ProblemSpec spec = ProblemSpec{}.with_probes().tokens_between(1, 40);
      int tried = 0;
      shrink_problem(
          drawn(ordinal, spec, limits_of(type)), spec,
          [&](const Problem& smaller) {
            EXPECT_TRUE(holds_only(smaller, type)) << type.name << ", place " << ordinal;
            return ++tried % 3 == 0;
          },
          60, limits_of(type));
      EXPECT_GT(tried, 0) << ordinal;
    }
}

TEST(NarrowInputs, without_a_type_the_problems_are_those_of_before) {
  const ProblemSpec spec = ProblemSpec{}.with_probes().tokens_between(1, 60);
  int more_bits = 0;
  for (Index ordinal = 0; ordinal < 60; ++ordinal)
    if (!holds_only(drawn(ordinal, spec, {}), bfloat16)) ++more_bits;
  EXPECT_GT(more_bits, 30);
}

}  // namespace
}  // namespace attncheck
