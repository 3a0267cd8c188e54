// How a Check turns what a subject did into the end of a case. The oracle here is a small one with chosen numbers, so
// that the rule (one member must explain everything) is seen apart from the bounds.
#include "property/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "attncheck/laws.h"

namespace attncheck {
namespace {

/// Two members: "near" allows 1, "far" allows 10, around an output that is zero everywhere.
class TwoMemberOracle final : public Oracle {
 public:
  TwoMemberOracle() { profile_ = {"two", "", {{"near", ""}, {"far", ""}}}; }
  const Profile& profile() const override { return profile_; }
  RowAnswer row(const Problem& problem, Index) override {
    const auto columns = static_cast<std::size_t>(problem.shape.value_dim);
    return {.centre = std::vector<double>(columns, 0.0),
            .radius = std::vector<double>(columns, 0.0),
            .logits = {},
            .weights = {},
            .bound = {std::vector<double>(columns, 1.0), std::vector<double>(columns, 10.0)}};
  }
  Judgement judge(const Problem& problem, const Tensor& output, std::span<const Index> rows,
                  const MemberSet& candidates, double) override {
    Judgement judgement;
    judgement.witness.resize(2);
    for (const Index i : rows)
      for (Index j = 0; j < output.cols(); ++j) {
        ++judgement.judged;
        const RowAnswer answer = row(problem, i);
        for (std::size_t member = 0; member < 2; ++member) {
          const double ratio = std::abs(output(i, j)) / answer.bound[member][static_cast<std::size_t>(j)];
          const Cell cell{i, j, output(i, j), 0, 0, answer.bound[member][static_cast<std::size_t>(j)], ratio};
          if (member == 1 && (!judgement.worst || ratio > judgement.worst->ratio)) judgement.worst = cell;
          if (!candidates.test(member) || ratio <= 1) continue;
          judgement.excluded.set(member);
          judgement.witness[member] = cell;
        }
      }
    return judgement;
  }
  Cell prove(const Problem&, const Cell& cell) override { return cell; }
  std::string bound_terms(const Problem&, const Cell&) override { return ""; }
  Audit audit() const override { return {}; }

 private:
  Profile profile_;
};

/// Answers every call with one report.
class ScriptedSubject final : public Subject {
 public:
  const std::string& name() const override { return name_; }
  const std::vector<DType>& dtypes() const override { return dtypes_; }
  CallReport call(const Problem&, Prefill) override { return report; }
  CallReport call_from_threads(const Problem& problem, int) override { return call(problem, Prefill::poison); }
  void restart() override {}
  Index calls() const override { return 0; }
  CallReport report;

 private:
  std::string name_ = "scripted";
  std::vector<DType> dtypes_{DType::float32};
};

class NoDraws final : public Drawer {
 public:
  Problem problem(const ProblemSpec&) override { return make_problem({2, 1, 1}, DType::float32, false); }
  Index index(Index, std::string_view) override { return 0; }
  std::uint64_t seed(std::string_view) override { return 0; }
  Index in_turn(Index) override { return 0; }
  void asks(const Shape&) override {}
};

class CheckTest : public testing::Test {
 protected:
  Tensor answer(double first, double second) {
    Tensor output(2, 1);
    output(0, 0) = first;
    output(1, 0) = second;
    return output;
  }
  Outcome outcome_of(const std::function<void(Check&)>& body) {
    SubjectCheck check(context, draws);
    try {
      body(check);
    } catch (const CaseFailed& failed) {
      message = failed.message;
      return failed.outcome;
    }
    return Outcome::holds;
  }

  TwoMemberOracle oracle;
  ScriptedSubject subject;
  NoDraws draws;
  Explanation explanation{oracle.profile().all()};
  CheckContext context{.subject = subject,
                       .oracle = oracle,
                       .explanation = explanation,
                       .property = "test",
                       .promises = {},
                       .families = {}};
  Problem problem = make_problem({2, 1, 1}, DType::float32, false);
  std::string message;
};

TEST_F(CheckTest, an_output_that_one_member_explains_holds_and_the_other_member_is_excluded_for_the_run) {
  EXPECT_EQ(outcome_of([&](Check& check) { check.within_bound(problem, answer(5, 0)); }), Outcome::holds);
  EXPECT_EQ(explanation.possible().to_ulong(), 2UL);
}

TEST_F(CheckTest, an_output_beyond_every_member_is_falsified_and_the_message_names_the_element) {
  EXPECT_EQ(outcome_of([&](Check& check) { check.within_bound(problem, answer(0, 50)); }), Outcome::falsified);
  EXPECT_NE(message.find("output[1][0] is 50"), std::string::npos) << message;
}

TEST_F(CheckTest, nan_is_beyond_every_allowance) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(outcome_of([&](Check& check) { check.within(nan, 0, {1, 10}, "it is"); }), Outcome::falsified);
}

TEST_F(CheckTest, different_comparisons_of_one_case_must_be_explained_by_one_member) {
  EXPECT_EQ(outcome_of([&](Check& check) {
              check.within(0.5, 0, {0, 1}, "first");
              check.within(0.5, 0, {1, 0}, "second");
            }),
            Outcome::falsified);
}

TEST_F(CheckTest, different_cases_may_exclude_different_members_and_the_run_remembers_both) {
  EXPECT_EQ(outcome_of([&](Check& check) { check.within(0.5, 0, {0, 1}, "first"); }), Outcome::holds);
  EXPECT_EQ(outcome_of([&](Check& check) { check.within(0.5, 0, {1, 0}, "second"); }), Outcome::holds);
  EXPECT_TRUE(explanation.possible().none());
}

TEST_F(CheckTest, an_infinite_allowance_decides_nothing) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(outcome_of([&](Check& check) { check.within(1e300, 0, {infinite, infinite}, "it is"); }), Outcome::holds);
  EXPECT_EQ(context.comparisons, 0);
}

TEST_F(CheckTest, the_two_zeros_are_identical_and_so_are_two_nans) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(
      outcome_of([&](Check& check) { check.rows_identical(answer(0.0, nan), answer(-0.0, nan), 0, 2, "changed"); }),
      Outcome::holds);
  EXPECT_EQ(outcome_of([&](Check& check) { check.rows_identical(answer(0.0, 1), answer(0.0, nan), 0, 2, "changed"); }),
            Outcome::falsified);
}

TEST_F(CheckTest, a_dead_subject_ends_the_case_with_the_outcome_of_its_death) {
  for (const auto& [status, outcome] : {std::pair{CallStatus::crashed, Outcome::crashed},
                                        {CallStatus::exited, Outcome::crashed},
                                        {CallStatus::timed_out, Outcome::timed_out},
                                        {CallStatus::out_of_memory, Outcome::out_of_memory}}) {
    subject.report.status = status;
    EXPECT_EQ(outcome_of([&](Check& check) { check.run(problem); }), outcome);
  }
}

TEST_F(CheckTest, damage_around_the_output_falsifies) {
  subject.report.output = answer(0, 0);
  subject.report.guard_damage = "4 bytes after output";
  EXPECT_EQ(outcome_of([&](Check& check) { check.run(problem); }), Outcome::falsified);
}

TEST_F(CheckTest, a_law_allows_the_bounds_of_both_problems_together) {
  const auto law = [&](double other) {
    return outcome_of([&](Check& check) {
      same_rows(check, {problem, answer(0, 0)}, {problem, answer(other, 0)}, {0, 2}, "with another order");
    });
  };
  EXPECT_EQ(law(15), Outcome::holds);
  EXPECT_EQ(law(21), Outcome::falsified);
  EXPECT_NE(message.find("with another order: output[0][0] should be 0; here it is 21"), std::string::npos) << message;
}

TEST_F(CheckTest, a_law_shows_the_answer_that_is_wrong) {
  const auto shown = [&](double one, double other, bool reordered) {
    SubjectCheck check(context, draws);
    try {
      same_rows(check, {problem, answer(one, 0), reordered}, {problem, answer(other, 0)}, {0, 2}, "changed");
    } catch (const CaseFailed& failed) { return (*failed.output)(0, 0); }
    return 0.0;
  };
  EXPECT_EQ(shown(50, 0, false), 50) << "the first alone is wrong";
  EXPECT_EQ(shown(0, 50, false), 50) << "the second alone is wrong";
  EXPECT_EQ(shown(50, 80, false), 80) << "both are wrong";
  EXPECT_EQ(shown(50, 0, true), 0) << "the first is not what the subject answered to this problem";
}

TEST_F(CheckTest, a_law_speaks_of_its_own_rows_and_columns_only) {
  const auto law = [&](const RowRange& rows, Index except) {
    return outcome_of([&](Check& check) {
      same_rows(check, {problem, answer(0, 0)}, {problem, answer(0, 50)}, rows, "changed", except);
    });
  };
  EXPECT_EQ(law({0, 2}, -1), Outcome::falsified);
  EXPECT_EQ(law({0, 1}, -1), Outcome::holds);
  EXPECT_EQ(law({0, 2}, 0), Outcome::holds);
}

TEST_F(CheckTest, a_law_says_nothing_where_both_answers_are_not_finite_and_falsifies_where_one_is) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const auto law = [&](double one, double other) {
    return outcome_of([&](Check& check) {
      same_rows(check, {problem, answer(one, 0)}, {problem, answer(other, 0)}, {0, 2}, "changed");
    });
  };
  EXPECT_EQ(law(nan, infinite), Outcome::holds);
  EXPECT_EQ(law(0, nan), Outcome::falsified);
  EXPECT_EQ(law(infinite, 0), Outcome::falsified);
}

TEST_F(CheckTest, rows_that_are_not_there_are_a_mistake_of_the_body_and_not_of_the_subject) {
  SubjectCheck check(context, draws);
  const Tensor two = answer(0, 0), wide(2, 3), none(0, 1);
  EXPECT_THROW(check.rows_identical(two, wide, 0, 2, "other columns"), std::invalid_argument);
  EXPECT_THROW(check.rows_identical(two, two, 0, 3, "a third row"), std::invalid_argument);
  EXPECT_THROW(check.finite(problem, none), std::invalid_argument);
  EXPECT_THROW(check.answer(problem, 2), std::invalid_argument);
  EXPECT_THROW(same_rows(check, {problem, two}, {problem, wide}, {0, 2}, "other columns"), std::invalid_argument);
  EXPECT_THROW(same_rows(check, {problem, two}, {problem, two}, {1, 3}, "a third row"), std::invalid_argument);
  EXPECT_THROW(check.draw_index(0, "hidden key"), std::invalid_argument);
  EXPECT_THROW(check.draw_in_turn(0), std::invalid_argument);
}

TEST_F(CheckTest, a_finding_says_which_choices_were_drawn_and_a_law_calls_no_answer_true) {
  std::string drawn;
  SubjectCheck check(context, draws);
  try {
    check.draw_index(4, "row");
    check.draw_seed("noise");
    same_rows(check, {problem, answer(0, 0)}, {problem, answer(50, 0)}, {0, 2}, "changed");
  } catch (const CaseFailed& failed) {
    drawn = failed.drawn;
    message = failed.message;
    EXPECT_TRUE(failed.cell && failed.cell->by_law);
  }
  EXPECT_EQ(drawn, "row 0, noise 0");
  EXPECT_NE(message.find("output[0][0] should be 0; here it is 50, but 0 in its other answer"), std::string::npos)
      << message;
}

TEST_F(CheckTest, no_problem_beyond_the_declared_tokens_is_asked) {
  context.shapes.max_tokens = 1;
  SubjectCheck check(context, draws);
  EXPECT_THROW(check.run(problem, Prefill::poison), NotApplicable);
}

TEST_F(CheckTest, what_is_compared_leaves_a_sample_and_elements_of_one_call_leave_one) {
  subject.report.output = answer(0, 0);
  outcome_of([&](Check& check) {
    problem.query(1, 0) = problem.key(1, 0) = 3;
    check.within_bound(problem, check.run(problem));
    check.run(problem);
    for (const double observed : {1.0, 5.0, 2.0}) check.within(observed, 0, {1, 10}, "x", std::nullopt);
  });
  const Sampled samples = context.samples.all();
  ASSERT_EQ(samples.kept.size(), 2U);
  EXPECT_EQ(samples.kept[0].tokens, 2);
  EXPECT_EQ(samples.kept[0].logit, 9);
  EXPECT_EQ(samples.kept[0].ratio, 0);
  EXPECT_EQ(samples.kept[1].ratio, 0.5);
  EXPECT_EQ(samples.kept[1].closest, Sample::not_known);
}

TEST(RowsToCompare, of_a_short_problem_are_all_and_of_a_long_one_include_both_ends_and_tile_edges) {
  EXPECT_EQ(rows_to_compare(make_problem({5, 1, 1}, DType::float32, true)).size(), 5U);
  const std::vector<Index> rows = rows_to_compare(make_problem({1000, 1, 1}, DType::float32, true));
  for (const Index row : {0, 63, 64, 511, 512, 959, 960, 998, 999})
    EXPECT_TRUE(std::ranges::binary_search(rows, row)) << row;
  EXPECT_LT(rows.size(), 60U);
}

}  // namespace
}  // namespace attncheck
