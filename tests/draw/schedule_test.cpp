// What comes at which place, and what is true of every drawn problem.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "problems.h"

namespace attncheck {
namespace {

Problem at(Index ordinal, const ProblemSpec& spec = {}, DType dtype = DType::float32, const DrawLimits& limits = {}) {
  const Record record = schedule(ordinal, mix_seed(3, static_cast<std::uint64_t>(ordinal)), spec, dtype, limits);
  return build_problem(record, spec, limits);
}

const std::vector<ProblemSpec>& specs() {
  static const std::vector<ProblemSpec> list = {
      ProblemSpec{},
      ProblemSpec{}.with_probes(),
      ProblemSpec{}.causal().tokens_between(2, 4096),
      ProblemSpec{}.identity_values(),
      ProblemSpec{}.constant_values().not_causal(),
      ProblemSpec{}.identity_values().moderate_logits().tokens_between(2, 24).head_dim_between(1, 128),
      ProblemSpec{}.with_probes().moderate_logits().tokens_between(3, 7).head_dim_between(2, 2),
  };
  return list;
}

template <class Promise>
bool some_of_the_first_forty(const ProblemSpec& spec, DType dtype, const Promise& promise) {
  for (Index k = 0; k < 40; ++k)
    if (promise(at(k, spec, dtype))) return true;
  return false;
}

bool all_logits(const Problem& problem, const std::function<bool(double)>& wanted) {
  const Tensor logits = logits_of(problem);
  return std::ranges::all_of(logits.elements(), wanted);
}

bool rises(const Problem& problem) {
  const Tensor logits = logits_of(problem);
  for (Index j = 1; j < logits.cols(); ++j)
    if (!(logits(0, j) > logits(0, j - 1))) return false;
  return true;
}

double peak_over_rest(const Problem& problem) {
  const Tensor logits = logits_of(problem);
  const auto last = static_cast<std::size_t>(logits.cols() - 1);
  return logits.row(0)[last] - (last == 0 ? 0 : *std::ranges::max_element(logits.row(0).first(last)));
}

TEST(Opening, forty_problems_hold_every_must_have) {
  for (const DType dtype : {DType::float32, DType::float64})
    for (const ProblemSpec& spec : {ProblemSpec{}, ProblemSpec{}.with_probes()}) {
      const auto some = [&](const auto& promise) { return some_of_the_first_forty(spec, dtype, promise); };
      EXPECT_TRUE(some([](const Problem& p) { return p.shape.tokens >= 130 && rises(p); }));
      EXPECT_TRUE(some([](const Problem& p) { return all_logits(p, [](double x) { return x < -1e4; }); }));
      EXPECT_TRUE(some([](const Problem& p) { return all_logits(p, [](double x) { return x > 89; }); }));
      EXPECT_TRUE(some([](const Problem& p) { return all_logits(p, [](double x) { return x < -104; }); }));
      EXPECT_TRUE(some([](const Problem& p) { return p.shape.tokens > 64 && peak_over_rest(p) > 2; }));
      EXPECT_TRUE(some([](const Problem& p) { return p.shape.head_dim > 64 && p.causal; }));
      EXPECT_TRUE(some([](const Problem& p) { return p.shape.tokens > 64 && p.causal; }));
      for (const Index tokens : {17, 33, 65})
        EXPECT_TRUE(some([&](const Problem& p) { return p.shape.tokens == tokens; })) << tokens;
    }
}

TEST(Opening, the_smallest_problems_come_first) {
  EXPECT_EQ(at(0).shape, (Shape{1, 1, 1}));
  for (Index k = 0; k < 8; ++k) {
    EXPECT_LE(at(k).shape.tokens, 4) << k;
    EXPECT_LE(at(k).shape.head_dim, 3) << k;
  }
}

TEST(Schedule, every_family_and_probe_has_its_turn_in_a_long_run) {
  std::set<std::string_view> seen;
  std::set<std::string_view> asked;
  for (const Family& family : logit_families()) seen.insert(family.name);
  for (const Family& family : value_families()) seen.insert(family.name);
  for (const Probe& probe : probes()) seen.insert(probe.name);
  for (Index k = 0; k < 150; ++k) {
    const Record record = schedule(k, 1, ProblemSpec{}.with_probes(), DType::float32, {});
    asked.insert(record.probe != nullptr ? record.probe->name : record.logits->name);
    if (record.values != nullptr) asked.insert(record.values->name);
  }
  EXPECT_EQ(seen, asked);
}

TEST(Schedule, every_size_from_one_to_seventy_comes_in_a_thorough_run) {
  std::set<Index> seen;
  for (Index k = 0; k < 700; ++k)
    seen.insert(schedule(k, mix_seed(1, static_cast<std::uint64_t>(k)), {}, DType::float32, {}).shape.tokens);
  for (Index tokens = 1; tokens <= 70; ++tokens) EXPECT_TRUE(seen.contains(tokens)) << tokens;
  EXPECT_GT(*seen.rbegin(), 1024);
}

TEST(Schedule, a_size_is_reached_within_a_factor_of_two_and_keeps_the_structure) {
  for (Index k = opening_length; k < 280; ++k) {
    const Record record = schedule(k, mix_seed(3, static_cast<std::uint64_t>(k)), {}, DType::float32, {});
    if (record.size == nullptr || record.shape.tokens > 100) continue;
    const Problem problem = build_problem(record, {}, {});
    const double largest = logit_ceiling(problem);
    if (largest == 0) continue;
    EXPECT_GE(largest, record.size->largest / 2) << problem.family;
    EXPECT_LE(largest, record.size->largest * 2) << problem.family;
    if (record.logits->name == "rising") { EXPECT_TRUE(rises(problem)) << problem.family; }
  }
}

TEST(Schedule, a_family_asked_for_comes_at_every_place_and_at_its_own_size) {
  const ProblemSpec spec = ProblemSpec{}.logits_from("late peak").values_from("tiny").with_probes();
  for (Index k = 0; k < 160; ++k) {
    const Problem problem = at(k, spec);
    EXPECT_EQ(problem.family, "late peak logits, tiny values");
    if (problem.shape.tokens < 200) { EXPECT_GT(peak_over_rest(problem), 2) << to_string(problem.shape); }
  }
  EXPECT_THROW(at(0, ProblemSpec{}.logits_from("no such")), std::logic_error);
}

TEST(Schedule, a_size_asked_for_is_drawn_as_far_as_the_subject_takes_it) {
  for (Index k = 0; k < 60; ++k) {
    EXPECT_EQ(schedule(k, 1, ProblemSpec{}.tokens_from(2049), DType::float64, {}).shape.tokens, 2049);
    EXPECT_EQ(
        schedule(k, 1, ProblemSpec{}.tokens_from(2049), DType::float32, {.shapes = {.max_tokens = 9}}).shape.tokens, 9);
  }
}

TEST(Schedule, value_dim_is_larger_and_smaller_than_head_dim) {
  int larger = 0;
  int smaller = 0;
  for (Index k = 0; k < 40; ++k) {
    const Shape shape = schedule(k, 1, {}, DType::float32, {}).shape;
    larger += shape.value_dim > shape.head_dim ? 1 : 0;
    smaller += shape.value_dim < shape.head_dim ? 1 : 0;
  }
  EXPECT_GT(larger, 8);
  EXPECT_GT(smaller, 8);
}

TEST(Schedule, placements_and_masks_alternate) {
  int at_page_end = 0;
  int causal = 0;
  for (Index k = 0; k < 200; ++k) {
    const Record record = schedule(k, mix_seed(5, static_cast<std::uint64_t>(k)), {}, DType::float32, {});
    at_page_end += record.placement == Placement::page_end ? 1 : 0;
    causal += record.causal ? 1 : 0;
  }
  for (const int count : {at_page_end, causal}) {
    EXPECT_GT(count, 60);
    EXPECT_LT(count, 140);
  }
}

void expect_as_asked(const Problem& problem, const ProblemSpec& spec) {
  EXPECT_NO_THROW(require_valid(problem)) << problem.family;
  EXPECT_TRUE(admissible(problem, spec, {})) << problem.family;
  EXPECT_GE(problem.shape.tokens, spec.min_tokens);
  EXPECT_LE(problem.shape.tokens, spec.max_tokens);
  EXPECT_GE(problem.shape.head_dim, spec.min_head_dim);
  EXPECT_LE(problem.shape.head_dim, spec.max_head_dim);
  if (spec.causal_only) { EXPECT_EQ(problem.causal, *spec.causal_only); }
  for (Index j = 0; j < problem.shape.tokens; ++j)
    for (Index c = 0; c < problem.shape.value_dim; ++c) {
      if (spec.values == ProblemSpec::Values::identity) { ASSERT_EQ(problem.value(j, c), j == c ? 1.0 : 0.0); }
      if (spec.values == ProblemSpec::Values::constant) { ASSERT_EQ(problem.value(j, c), problem.value(0, c)); }
    }
}

TEST(Schedule, every_problem_is_exact_in_its_dtype_and_as_the_spec_asks) {
  for (const DType dtype : {DType::float32, DType::float64})
    for (const ProblemSpec& spec : specs())
      for (Index k = 0; k < 160; ++k) expect_as_asked(at(k, spec, dtype), spec);
}

TEST(Schedule, no_order_of_summation_can_overflow) {
  for (const DType dtype : {DType::float32, DType::float64})
    for (Index k = 0; k < 160; ++k) {
      const Problem problem = at(k, ProblemSpec{}.with_probes(), dtype);
      double largest = 0;
      for (const double value : problem.value.elements()) largest = std::max(largest, std::abs(value));
      EXPECT_LT(largest * static_cast<double>(problem.shape.tokens), info(dtype).largest / 4) << problem.family;
      for (Index i = 0; i < problem.shape.tokens; i += 7)
        for (Index j = 0; j < problem.shape.tokens; j += 5) {
          double sum = 0;
          for (Index c = 0; c < problem.shape.head_dim; ++c) sum += std::abs(problem.query(i, c) * problem.key(j, c));
          ASSERT_LT(sum, info(dtype).largest / 4) << problem.family;
        }
    }
}

TEST(Schedule, moderate_logits_are_at_most_four_and_not_all_tiny) {
  const ProblemSpec spec = ProblemSpec{}.moderate_logits().tokens_between(2, 30);
  int sizeable = 0;
  for (Index k = 0; k < 80; ++k) {
    double largest = 0;
    const Problem problem = at(k, spec);
    const Tensor logits = logits_of(problem);
    for (const double logit : logits.elements()) largest = std::max(largest, std::abs(logit));
    EXPECT_LE(largest, 4) << problem.family;
    sizeable += largest > 0.5 ? 1 : 0;
  }
  EXPECT_GT(sizeable, 60);
}

TEST(Schedule, declared_limits_restrict_what_is_drawn) {
  const DrawLimits limits{.max_logit = 10, .shapes = {.max_tokens = 12}};
  for (Index k = 0; k < 160; ++k) {
    const Problem problem = at(k, ProblemSpec{}.with_probes(), DType::float32, limits);
    EXPECT_LE(problem.shape.tokens, 12);
    const Tensor logits = logits_of(problem);
    for (const double logit : logits.elements()) ASSERT_LE(std::abs(logit), 10) << problem.family;
  }
}

TEST(Schedule, problems_of_float64_stay_affordable) {
  for (Index k = 0; k < 700; ++k)
    EXPECT_LE(schedule(k, mix_seed(1, static_cast<std::uint64_t>(k)), {}, DType::float64, {}).shape.tokens, 150) << k;
}

}  // namespace
}  // namespace attncheck
