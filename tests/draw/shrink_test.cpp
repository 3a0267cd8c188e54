// Shrinking: what it ends at, what it keeps, and that it ends.
#include "draw/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "problems.h"

namespace attncheck {
namespace {

Problem at(Index ordinal, const ProblemSpec& spec = {}) {
  return build_problem(schedule(ordinal, mix_seed(11, static_cast<std::uint64_t>(ordinal)), spec, DType::float32, {}),
                       spec, {});
}

double largest_dot(const Problem& problem) {
  double largest = 0;
  for (Index i = 0; i < problem.shape.tokens; ++i)
    for (Index j = 0; j < problem.shape.tokens; ++j) largest = std::max(largest, std::abs(dot(problem, i, j)));
  return largest;
}

/// Shrinks every problem of the opening that fails, and returns how many did.
template <class Fails, class Judge>
int shrink_opening(const ProblemSpec& spec, const Fails& fails, const Judge& judge, int budget = 500) {
  int failing_problems = 0;
  for (Index k = 0; k < 40; ++k) {
    const Problem problem = at(k, spec);
    if (!fails(problem)) continue;
    ++failing_problems;
    const Problem smallest = shrink_problem(problem, spec, fails, budget);
    EXPECT_TRUE(fails(smallest));
    judge(smallest);
  }
  return failing_problems;
}

TEST(Shrink, two_tokens_and_a_product_end_at_two_tokens_of_zero_and_one) {
  const auto fails = [](const Problem& p) { return p.shape.tokens >= 2 && largest_dot(p) != 0; };
  const int found = shrink_opening({}, fails, [](const Problem& p) {
    EXPECT_EQ(p.shape, (Shape{2, 1, 1})) << p.family;
    for (const Tensor* tensor : {&p.query, &p.key, &p.value})
      for (const double x : tensor->elements()) EXPECT_TRUE(x == 0 || x == 1) << p.family << ": " << x;
    EXPECT_FALSE(p.causal);
  });
  EXPECT_GT(found, 30);
}

TEST(Shrink, a_causal_leak_ends_at_two_tokens) {
  const auto fails = [](const Problem& p) { return p.causal && p.shape.tokens >= 2 && p.value(0, 0) != p.value(1, 0); };
  const int found = shrink_opening({}, fails, [](const Problem& p) {
    EXPECT_EQ(p.shape, (Shape{2, 1, 1})) << p.family;
    EXPECT_EQ(std::abs(p.value(0, 0)) + std::abs(p.value(1, 0)), 1) << p.family;
  });
  EXPECT_GT(found, 10);
}

TEST(Shrink, a_tile_edge_ends_exactly_behind_it) {
  for (const Index tile : {8, 16, 64}) {
    const auto fails = [&](const Problem& p) { return p.shape.tokens > tile; };
    const int found = shrink_opening({}, fails, [&](const Problem& p) { EXPECT_EQ(p.shape, (Shape{tile + 1, 1, 1})); });
    EXPECT_GT(found, 5);
  }
}

TEST(Shrink, a_large_logit_ends_at_one_token_of_plain_numbers) {
  const auto fails = [](const Problem& p) { return logit_ceiling(p) > 88; };
  const int found = shrink_opening({}, fails, [](const Problem& p) {
    EXPECT_EQ(p.shape, (Shape{1, 1, 1})) << p.family;
    EXPECT_LE(std::abs(p.query(0, 0)), 1024) << p.family;
    EXPECT_LT(logit_ceiling(p), 400) << p.family;
  });
  EXPECT_GT(found, 8);
}

TEST(Shrink, a_wrong_head_dim_keeps_only_what_it_needs) {
  const auto fails = [](const Problem& p) { return p.shape.head_dim >= 3 && p.shape.tokens >= 2; };
  shrink_opening({}, fails, [](const Problem& p) { EXPECT_EQ(p.shape, (Shape{2, 3, 1})); });
}

TEST(Shrink, what_the_spec_asks_for_is_kept) {
  const std::vector<ProblemSpec> specs = {
      ProblemSpec{}.causal().tokens_between(2, 4096), ProblemSpec{}.identity_values().tokens_between(2, 24),
      ProblemSpec{}.constant_values(), ProblemSpec{}.moderate_logits().tokens_between(3, 20).head_dim_between(2, 9)};
  for (const ProblemSpec& spec : specs) {
    const auto fails = [&](const Problem& p) {
      EXPECT_NO_THROW(require_valid(p));
      EXPECT_TRUE(admissible(p, spec, {}));
      EXPECT_GE(p.shape.tokens, spec.min_tokens);
      EXPECT_GE(p.shape.head_dim, spec.min_head_dim);
      if (spec.causal_only) { EXPECT_EQ(p.causal, *spec.causal_only); }
      const bool constant = spec.values == ProblemSpec::Values::constant;
      const bool identity = spec.values == ProblemSpec::Values::identity;
      for (Index j = 0; j < p.shape.tokens; ++j)
        for (Index c = 0; c < p.shape.value_dim; ++c) {
          if (identity) { EXPECT_EQ(p.value(j, c), j == c ? 1.0 : 0.0); }
          if (constant) { EXPECT_EQ(p.value(j, c), p.value(0, c)); }
        }
      return largest_dot(p) != 0;
    };
    const int found = shrink_opening(
        spec, fails, [&](const Problem& p) { EXPECT_EQ(p.shape.tokens, spec.min_tokens); }, 150);
    EXPECT_GT(found, 20);
  }
}

TEST(Shrink, it_keeps_the_placement) {
  for (Index k = 0; k < 10; ++k) {
    const Problem problem = at(k);
    EXPECT_EQ(shrink_problem(
                  problem, {}, [](const Problem&) { return true; }, 200)
                  .placement,
              problem.placement);
  }
}

TEST(Shrink, the_budget_counts_tries) {
  int tries = 0;
  shrink_problem(
      at(10), {}, [&](const Problem&) { return ++tries < 0; }, 37);
  EXPECT_EQ(tries, 37);
}

TEST(Shrink, it_ends_by_itself_at_a_problem_nothing_can_be_taken_from) {
  for (Index k = 0; k < 12; ++k) {
    int tries = 0;
    const Problem smallest = shrink_problem(
        at(k), {}, [&](const Problem&) { return ++tries > 0; }, 1 << 20);
    EXPECT_EQ(smallest.shape, (Shape{1, 1, 1}));
    EXPECT_EQ(smallest.query(0, 0), 0);
    EXPECT_LT(tries, 100);
  }
}

TEST(Shrink, every_candidate_is_strictly_smaller) {
  const auto total = [](const Problem& p) {
    double cost = p.causal ? 1 : 0;
    for (const Tensor* tensor : {&p.query, &p.key, &p.value})
      for (const double x : tensor->elements()) cost += cost_of(x);
    return std::pair(p.query.size() + p.value.size(), cost);
  };
  for (Index k = 0; k < 40; ++k) {
    const auto problem = std::make_shared<const Problem>(at(k));
    if (problem->query.size() > 300) continue;
    ShrinkRound round(problem, {}, {});
    for (int tries = 0; tries < 200; ++tries) {
      const auto smaller = round.next();
      if (!smaller) break;
      EXPECT_LT(total(*smaller), total(*problem)) << problem->family;
    }
  }
}

TEST(Shrink, limits_hold_while_shrinking) {
  Problem problem = make_problem({1, 1, 1}, DType::float32, false);
  problem.query(0, 0) = 0.75;
  problem.key(0, 0) = 1.25;
  const DrawLimits limits{.max_logit = 0.96};
  shrink_problem(
      problem, {},
      [](const Problem& p) {
        EXPECT_LE(largest_dot(p), 0.96);
        return largest_dot(p) != 0;
      },
      200, limits);
}

TEST(Cost, numbers_that_are_easy_to_check_by_hand_are_cheap) {
  const std::vector<double> in_order = {0, 1, -1, 2, -2, 3, 16, 32, -1024, 0x1p-100, 17, 1000, 0.75, 0.3125, 0.1};
  for (std::size_t k = 1; k < in_order.size(); ++k)
    EXPECT_LT(cost_of(in_order[k - 1]), cost_of(in_order[k])) << in_order[k];
}

}  // namespace
}  // namespace attncheck
