// The engine: sizes, effort, outcomes, RapidCheck's own vocabulary, replay.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "attncheck/rapidcheck.h"
#include "problems.h"

namespace attncheck {
namespace {

using Kind = EngineResult::Kind;

/// RC_PARAMS for the time of a test.
class RcParams {
 public:
  explicit RcParams(const std::string& text) { setenv("RC_PARAMS", text.c_str(), 1); }
  ~RcParams() { unsetenv("RC_PARAMS"); }
  RcParams(const RcParams&) = delete;
  RcParams& operator=(const RcParams&) = delete;
};

rc::Gen<int> size_gen() {
  return [](const rc::Random&, int size) { return rc::shrinkable::just(int{size}); };
}

void fails_from_three_tokens(Drawer& drawer) {
  const Problem problem = drawer.problem(ProblemSpec{});
  if (problem.shape.tokens >= 3) throw failing(problem);
}

TEST(Engine, the_size_of_case_k_is_k) {
  for (const int problems : {1, 2, 40, 101}) {
    std::vector<int> sizes;
    const EngineResult result = run_plainly(engine_params(problems), [&](Drawer&) { sizes.push_back(*size_gen()); });
    EXPECT_EQ(result.kind, Kind::success);
    ASSERT_EQ(sizes.size(), static_cast<std::size_t>(problems));
    for (int k = 0; k < problems; ++k) EXPECT_EQ(sizes[static_cast<std::size_t>(k)], k);
  }
}

TEST(Engine, the_same_parameters_draw_the_same_problems_and_another_seed_draws_others) {
  const ProblemSpec spec = ProblemSpec{}.with_probes();
  const auto first = drawn(engine_params(60), spec);
  const auto again = drawn(engine_params(60), spec);
  const auto other = drawn(engine_params(60, 500, 2), spec);
  ASSERT_EQ(first.size(), 60U);
  int differ = 0;
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_TRUE(same(first[k], again[k])) << k;
    differ += same(first[k], other[k]) ? 0 : 1;
  }
  EXPECT_GT(differ, 40);
}

TEST(Engine, more_problems_begin_with_the_same_ones) {
  const auto few = drawn(engine_params(30), ProblemSpec{});
  const auto many = drawn(engine_params(90), ProblemSpec{});
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_TRUE(same(few[k], many[k])) << k;
}

TEST(Engine, a_failure_is_shrunk_and_counted) {
  const EngineResult result = run_plainly(engine_params(40), fails_from_three_tokens);
  ASSERT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(result.failure->problem.shape, (Shape{3, 1, 1}));
  EXPECT_GT(result.problems, 1);
  EXPECT_LE(result.problems, 40);
  EXPECT_GT(result.shrinks_tried, 0);
  EXPECT_FALSE(result.reproduce.empty());
}

TEST(Engine, the_shrink_budget_is_never_exceeded) {
  for (const int budget : {0, 1, 7, 50}) {
    int calls = 0;
    const EngineResult result = run_plainly(engine_params(40, budget), [&](Drawer& drawer) {
      ++calls;
      fails_from_three_tokens(drawer);
    });
    ASSERT_EQ(result.kind, Kind::failure);
    EXPECT_LE(result.shrinks_tried, budget);
    EXPECT_EQ(calls, result.problems + result.shrinks_tried) << "every case runs exactly once";
  }
}

TEST(Engine, a_case_of_many_calls_costs_more_of_the_shrink_budget) {
  const auto shrinks_with = [](int calls) {
    const auto body = [calls](Drawer& drawer) {
      for (int call = 0; call < calls; ++call) drawer.asks({1, 1, 1});
      fails_from_three_tokens(drawer);
    };
    return run_plainly(engine_params(40, 6), body).shrinks_tried;
  };
  EXPECT_EQ(shrinks_with(1), 6) << "each costs one at least";
  EXPECT_EQ(shrinks_with(64), 6);
  EXPECT_EQ(shrinks_with(3 * 64), 2);
}

TEST(Engine, a_case_that_drew_no_problem_and_is_provable_is_not_drawn_again) {
  const auto shrinks_of = [](bool provable) {
    const auto body = [provable](Drawer& drawer) {
      drawer.seed("values");
      CaseFailed failed = failing(make_problem({3, 1, 1}, DType::float32, false), Outcome::falsified);
      failed.provable = provable;
      throw failed;
    };
    return run_plainly(engine_params(40), body).shrinks_tried;
  };
  EXPECT_EQ(shrinks_of(true), 0) << "another seed is another problem, not a smaller one";
  EXPECT_GT(shrinks_of(false), 0);
}

TEST(Engine, a_shrink_with_another_outcome_is_not_accepted) {
  const EngineResult result = run_plainly(engine_params(40), [](Drawer& drawer) {
    const Problem problem = drawer.problem(ProblemSpec{});
    if (problem.shape.tokens >= 5) throw failing(problem, Outcome::falsified);
    if (problem.shape.head_dim == 2 && problem.shape.tokens < 5 && problem.family.starts_with("large"))
      throw failing(problem, Outcome::crashed);
  });
  ASSERT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(result.failure->outcome, Outcome::falsified);
  EXPECT_EQ(result.failure->problem.shape.tokens, 5);
}

TEST(Engine, an_exception_is_the_checkers_error) {
  const EngineResult result = run_plainly(engine_params(5), [](Drawer&) { throw std::runtime_error("out of paper"); });
  ASSERT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(result.failure->outcome, Outcome::checker_error);
  EXPECT_EQ(result.failure->message, "an exception left the body: out of paper");
}

TEST(Engine, rc_assert_falsifies_and_shrinks) {
  const EngineResult result = run_plainly(engine_params(40), [](Drawer& drawer) {
    const Problem problem = drawer.problem(ProblemSpec{});
    RC_ASSERT(problem.shape.tokens < 4);
  });
  ASSERT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(result.failure->outcome, Outcome::falsified);
  EXPECT_NE(result.failure->message.find("4 < 4"), std::string::npos) << result.failure->message;
}

TEST(Engine, rc_tag_and_rc_classify_are_counted) {
  const EngineResult result = run_plainly(engine_params(40), [](Drawer& drawer) {
    const Problem problem = drawer.problem(ProblemSpec{});
    RC_CLASSIFY(problem.causal, "causal");
    RC_TAG(problem.shape.tokens > 4 ? "long" : "short");
  });
  int counted = 0;
  for (const auto& [tags, count] : result.distribution) {
    EXPECT_EQ(std::ranges::count(tags, "long") + std::ranges::count(tags, "short"), 1) << rc::toString(tags);
    counted += count;
  }
  EXPECT_EQ(counted, 40);
  EXPECT_GE(result.distribution.size(), 3U);
}

TEST(Engine, a_generator_of_rapidcheck_can_be_drawn_and_shrinks) {
  int last = 0;
  const EngineResult result = run_plainly(engine_params(40), [&](Drawer&) {
    const int drawn = *rc::gen::inRange(0, 1000);
    if (drawn >= 17) {
      last = drawn;
      throw failing(Problem{});
    }
  });
  ASSERT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(last, 17);
}

TEST(Engine, discarding_everything_gives_up_and_says_so) {
  const EngineResult result = run_plainly(engine_params(10), [](Drawer&) { RC_DISCARD("nothing to see"); });
  EXPECT_EQ(result.kind, Kind::gave_up);
  EXPECT_EQ(result.problems, 0);
  EXPECT_NE(result.description.find("nothing to see"), std::string::npos) << result.description;
}

TEST(Engine, discarded_cases_are_not_counted_as_problems) {
  int calls = 0;
  const EngineResult result = run_plainly(engine_params(10), [&](Drawer&) { RC_PRE(++calls % 2 == 0); });
  EXPECT_EQ(result.kind, Kind::success);
  EXPECT_EQ(result.problems, 10);
  EXPECT_EQ(calls, 20);
}

TEST(Engine, the_brake_ends_a_search_as_gave_up) {
  EngineParams params = engine_params(1000);
  int calls = 0;
  params.brake = [&] { return calls >= 3; };
  const EngineResult result = run_plainly(params, [&](Drawer&) { ++calls; });
  EXPECT_EQ(result.kind, Kind::gave_up);
  EXPECT_EQ(calls, 3);
}

TEST(Engine, the_brake_ends_shrinking_and_keeps_the_failure) {
  EngineParams params = engine_params(40);
  int failures = 0;
  params.brake = [&] { return failures >= 2; };
  const EngineResult result = run_plainly(params, [&](Drawer& drawer) {
    const Problem problem = drawer.problem(ProblemSpec{});
    if (problem.shape.tokens < 3) return;
    ++failures;
    throw failing(problem);
  });
  EXPECT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(failures, 2);
}

TEST(Engine, no_problems_at_all_is_an_error) {
  const EngineResult result = run_plainly(engine_params(0), [](Drawer&) {});
  EXPECT_EQ(result.kind, Kind::error);
}

TEST(Engine, an_index_stays_in_range_while_the_problem_it_came_from_shrinks) {
  const EngineResult result = run_plainly(engine_params(40), [](Drawer& drawer) {
    const Problem problem = drawer.problem(ProblemSpec{});
    const Index row = drawer.index(problem.shape.tokens, "row");
    ASSERT_GE(row, 0);
    ASSERT_LT(row, problem.shape.tokens);
    if (problem.shape.tokens >= 6) throw failing(problem);
  });
  EXPECT_EQ(result.kind, Kind::failure);
}

TEST(Engine, an_index_shrinks_towards_zero) {
  Index last = 0;
  const EngineResult result = run_plainly(engine_params(40), [&](Drawer& drawer) {
    const Index index = drawer.index(100, "index");
    if (index >= 5) {
      last = index;
      throw failing(Problem{});
    }
  });
  ASSERT_EQ(result.kind, Kind::failure);
  EXPECT_EQ(last, 5);
}

TEST(Engine, limits_that_leave_nothing_are_not_applicable) {
  EngineParams params = engine_params(10);
  params.limits.shapes.max_tokens = 4;
  std::string reason;
  run_plainly(params, [&](Drawer& drawer) {
    try {
      drawer.problem(ProblemSpec{}.tokens_between(8, 16));
    } catch (const NotApplicable& nothing) { reason = nothing.reason; }
  });
  EXPECT_EQ(reason, "needs at least 8 tokens, and the subject takes at most 4");
}

TEST(RcParams, reproduce_replays_the_shrunk_case_alone) {
  const EngineResult found = run_plainly(engine_params(40), fails_from_three_tokens);
  ASSERT_EQ(found.kind, Kind::failure);
  const RcParams environment(found.reproduce);
  int calls = 0;
  const EngineResult replayed = run_plainly(engine_params(40), [&](Drawer& drawer) {
    ++calls;
    fails_from_three_tokens(drawer);
  });
  ASSERT_EQ(replayed.kind, Kind::failure);
  EXPECT_TRUE(same(replayed.failure->problem, found.failure->problem));
  EXPECT_EQ(replayed.reproduce, found.reproduce);
  EXPECT_EQ(replayed.problems, 1);
}

TEST(RcParams, a_reproduced_case_that_holds_now_is_never_a_pass) {
  const EngineResult found = run_plainly(engine_params(40), fails_from_three_tokens);
  const RcParams environment(found.reproduce);
  const EngineResult mended = run_plainly(engine_params(40), [](Drawer& drawer) { drawer.problem(ProblemSpec{}); });
  EXPECT_EQ(mended.kind, Kind::gave_up);
  EngineParams other = engine_params(40);
  other.id = "draw/other/float32";
  EXPECT_EQ(run_plainly(other, fails_from_three_tokens).kind, Kind::gave_up);
}

TEST(RcParams, seed_max_success_and_noshrink_are_honoured) {
  const auto with_seed_two = drawn(engine_params(12, 500, 2), ProblemSpec{});
  {
    const RcParams environment("seed=2 max_success=12");
    const auto problems = drawn(engine_params(40), ProblemSpec{});
    ASSERT_EQ(problems.size(), 12U);
    for (std::size_t k = 0; k < problems.size(); ++k) EXPECT_TRUE(same(problems[k], with_seed_two[k]));
  }
  const RcParams environment("noshrink=1");
  EXPECT_EQ(run_plainly(engine_params(40), fails_from_three_tokens).shrinks_tried, 0);
}

TEST(RcParams, what_cannot_be_used_is_an_error_that_names_it) {
  for (const char* text : {"sede=3", "max_size=10", "seed=three", "max_success=0"}) {
    const RcParams environment(text);
    const EngineResult result = run_plainly(engine_params(5), [](Drawer&) {});
    EXPECT_EQ(result.kind, Kind::error) << text;
    EXPECT_TRUE(result.description.starts_with("RC_PARAMS: ")) << result.description;
  }
}

TEST(RapidCheck, a_property_of_ones_own_draws_and_shrinks_problems) {
  const auto problem = arbitrary_problem(ProblemSpec{}.causal().tokens_between(2, 9))(rc::Random(7), 20);
  EXPECT_TRUE(problem.value().causal);
  EXPECT_LE(problem.value().shape.tokens, 9);
  EXPECT_TRUE(problem.shrinks().next());
  EXPECT_GE(rc::gen::arbitrary<Problem>()(rc::Random(7), 0).value().shape.tokens, 1);
}

TEST(RapidCheck, a_problem_is_shown_with_its_numbers) {
  Problem problem = make_problem({2, 1, 1}, DType::float32, true);
  problem.key(1, 0) = 0.5;
  EXPECT_NE(rc::toString(problem).find("key = [[0], [0.5]]"), std::string::npos) << rc::toString(problem);
}

}  // namespace
}  // namespace attncheck
