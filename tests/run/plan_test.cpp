#include "run/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "draw/schedule.h"
#include "fault/table.h"
#include "property/table.h"
#include "run/runner.h"
#include "subject/in_process.h"

namespace attncheck {
namespace {

TEST(Glob, a_star_stands_for_any_text_and_a_question_mark_for_one_character) {
  EXPECT_TRUE(matches("*", "causality/future_is_invisible"));
  EXPECT_TRUE(matches("causality/*", "causality/future_is_invisible"));
  EXPECT_TRUE(matches("*invisible", "causality/future_is_invisible"));
  EXPECT_TRUE(matches("a?c", "abc"));
  EXPECT_FALSE(matches("a?c", "ac"));
  EXPECT_FALSE(matches("causality", "causality/future_is_invisible"));
}

TEST(Glob, many_stars_cost_no_more_than_one) {
  EXPECT_FALSE(matches(std::string(200, '*') + "x", "causality/future_is_invisible"));
  EXPECT_TRUE(matches("*a*b*?c*", "xaybzzc"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "a"));
}

TEST(Selection, judges_the_most_specific_properties_first_and_accuracy_last) {
  const auto selected = select(all_properties(), "*");
  ASSERT_GE(selected.size(), 10U);
  EXPECT_EQ(selected.front()->id(), "shape/every_element_is_written");
  EXPECT_EQ(std::string_view(selected.back()->group), "accuracy");
}

TEST(Selection, of_nothing_is_empty) { EXPECT_TRUE(select(all_properties(), "no/such").empty()); }

TEST(Declared, takes_whole_numbers_of_tokens_only) {
  EXPECT_THROW(read_declared({{"max_tokens", "1.9"}}), std::invalid_argument);
}

TEST(Effort, is_counted_and_known_by_name) {
  EXPECT_LT(effort("quick").problems, effort("default").problems);
  EXPECT_LT(effort("default").problems, effort("thorough").problems);
  EXPECT_THROW(effort("lazy"), std::invalid_argument);
}

TEST(Declared, refuses_unknown_keys_and_values_and_says_what_is_expected) {
  EXPECT_EQ(read_declared({{"max_tokens", "7"}}).limits.shapes.max_tokens, 7);
  EXPECT_FALSE(read_declared({{"repeatable", "no"}}).promises.repeatable);
  EXPECT_TRUE(read_declared({{"concurrent", "yes"}}).promises.concurrent);
  EXPECT_TRUE(read_declared({{"nan", "yes"}}).promises.passes_nan);
  for (const auto& [key, value] : std::map<std::string, std::string>{
           {"colour", "red"}, {"max_tokens", "0"}, {"max_logit", "big"}, {"repeatable", "maybe"}, {"profile", "magic"}})
    EXPECT_THROW(read_declared({{key, value}}), std::invalid_argument) << key;
}

TEST(Effort, a_default_run_asks_each_structure_at_every_size) {
  std::map<std::string_view, std::set<std::string_view>> seen;
  for (Index k = 0; k < effort("default").problems; ++k) {
    const Record record = schedule(k, 1, {}, DType::float32, {});
    seen[record.logits->name].insert(record.size == nullptr ? "its own" : record.size->name);
  }
  for (const Family& family : logit_families())
    EXPECT_EQ(seen[family.name].size(), family.any_size ? std::size(logit_sizes) + 1 : 1) << family.name;
}

TEST(Declared, keeps_a_profile_to_the_dtype_it_describes_and_the_problems_to_the_profile) {
  const Declared declared = read_declared({{"profile", "float16"}, {"max_logit", "50"}});
  const Declared here = declared_on(declared, DType::float32);
  EXPECT_EQ(here.profile, "float16");
  ASSERT_TRUE(here.limits.inputs);
  EXPECT_EQ(here.limits.inputs->name, "float16");
  EXPECT_EQ(here.limits.max_value, 32752);
  EXPECT_EQ(here.limits.max_logit, 50);
  const Declared other = declared_on(declared, DType::float64);
  EXPECT_EQ(other.profile, "any");
  EXPECT_FALSE(other.limits.inputs);
  EXPECT_EQ(other.limits.max_logit, 50);
  EXPECT_NO_THROW(require_described(declared, {DType::float32, DType::float64}));
  EXPECT_THROW(require_described(declared, {DType::float64}), std::invalid_argument);
  EXPECT_NO_THROW(require_described(read_declared({}), {DType::float64}));
  EXPECT_LT(declared_on(read_declared({{"profile", "float16_logits_and_weights"}}), DType::float32).limits.max_logit,
            65504.0 / 16);
}

RunResult with(const std::vector<Outcome>& outcomes) {
  RunResult result;
  for (const Outcome outcome : outcomes) {
    result.properties.emplace_back();
    result.properties.back().outcome = outcome;
  }
  return result;
}

using Words = std::map<std::string, std::string>;

/// A subject that declares something of itself.
class Declaring : public InProcessSubject {
 public:
  explicit Declaring(Words declared)
      : InProcessSubject([](const Problem& problem) { return problem.value; }, "mine.py"),
        declared_(std::move(declared)) {}
  const Words& declared() const override { return declared_; }
  bool takes_threads() const override { return false; }

 private:
  Words declared_;
};

TEST(Declared, by_the_subject_counts_where_the_user_says_nothing) {
  const Declaring subject(Words{{"max_tokens", "7"}, {"repeatable", "no"}});
  const auto declared = declared_of(subject, {{"max_tokens", "9"}});
  EXPECT_EQ(declared, (Words{{"max_tokens", "9"}, {"repeatable", "no"}}));
}

TEST(Declared, by_the_subject_wrongly_is_an_error_of_the_subject) {
  try {
    declared_of(Declaring(Words{{"max_tokens", "many"}}), {});
    FAIL() << "it was accepted";
  } catch (const SubjectError& error) {
    EXPECT_EQ(error.kind(), SubjectError::Kind::cannot_start);
    EXPECT_STREQ(error.what(),
                 "mine.py declares of itself what it may not: --declare max_tokens=many: expected a positive number");
  }
}

TEST(Declared, concurrent_is_refused_for_a_program) {
  EXPECT_THROW(declared_of(Declaring(Words{}), {{"concurrent", "yes"}}), std::invalid_argument);
}

TEST(ExitCode, follows_the_table_of_outcomes) {
  EXPECT_EQ(with({Outcome::holds, Outcome::not_applicable}).exit_code(), 0);
  EXPECT_EQ(with({Outcome::holds, Outcome::falsified}).exit_code(), 1);
  EXPECT_EQ(with({Outcome::holds, Outcome::timed_out, Outcome::withheld}).exit_code(), 1);
  EXPECT_EQ(with({Outcome::falsified, Outcome::checker_error}).exit_code(), 4);
  EXPECT_EQ(with({Outcome::holds, Outcome::inconclusive}).exit_code(), 4);
  EXPECT_EQ(with({Outcome::holds, Outcome::gave_up}).exit_code(), 4);
  EXPECT_EQ(with({Outcome::not_applicable}).exit_code(), 4);
  EXPECT_EQ(with({}).exit_code(), 4);
}

}  // namespace
}  // namespace attncheck
