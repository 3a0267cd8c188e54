// attncheck/gtest.h as somebody's test program uses it: what registers, what fails, and what a failing EXPECT_* does.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "attncheck/gtest.h"
#include "attncheck/rapidcheck.h"
#include "run/runner.h"
#include "subject/spec.h"

namespace attncheck {
namespace {

// Properties only for these tests; none of them is in the table.
void expects_short_problems(Check& check) {
  const Problem problem = check.draw_problem(ProblemSpec{});
  check.run(problem);
  check.require(true, "");
  EXPECT_LT(problem.shape.tokens, 3) << "too long for this test";
}
void asserts_nothing_wrong(Check& check) {
  const Tensor output = check.run(check.draw_problem(ProblemSpec{}.tokens_between(1, 4)));
  check.require(true, "");
  ASSERT_GE(output.rows(), 1);
}
void uses_rapidcheck(Check& check) {
  const Problem problem = check.draw_problem(ProblemSpec{}.tokens_between(1, 6));
  const int drawn = check.draw(rc::gen::inRange(0, 100));
  RC_CLASSIFY(problem.causal);
  check.run(problem);
  RC_ASSERT(drawn < 10);
}

RunResult judge(void (*body)(Check&)) {
  const Property property = make_property("door", "example", body, "an example");
  std::ostringstream log;
  const auto subject = open_subject("builtin:row", log);
  RunOptions options;
  options.effort = "quick";
  options.dtype = DType::float32;
  options.body_guard = failed_expectation;
  return run(*subject, {&property}, options);
}

TEST(GtestDoor, a_failing_expectation_falsifies_and_shrinks) {
  const RunResult result = judge(expects_short_problems);
  ASSERT_EQ(result.properties.size(), 1U);
  const PropertyResult& property = result.properties.front();
  EXPECT_EQ(property.outcome, Outcome::falsified);
  ASSERT_EQ(property.findings.size(), 1U);
  EXPECT_EQ(property.findings.front().problem.shape, (Shape{3, 1, 1}));
  EXPECT_NE(property.findings.front().message.find("too long for this test"), std::string::npos);
}

TEST(GtestDoor, expectations_that_hold_falsify_nothing) {
  const RunResult result = judge(asserts_nothing_wrong);
  ASSERT_EQ(result.properties.size(), 1U);
  EXPECT_EQ(result.properties.front().outcome, Outcome::holds);
}

TEST(GtestDoor, the_words_of_rapidcheck_work_in_a_property) {
  const RunResult result = judge(uses_rapidcheck);
  ASSERT_EQ(result.properties.size(), 1U);
  EXPECT_EQ(result.properties.front().outcome, Outcome::falsified);
  EXPECT_NE(result.properties.front().findings.at(0).message.find("10 < 10"), std::string::npos)
      << result.properties.front().findings.at(0).message;
  EXPECT_FALSE(result.properties.front().tags.empty());
}

TEST(GtestDoor, only_the_first_failure_is_told_with_its_place) {
  const auto failed = failed_expectation([] {
    EXPECT_EQ(1, 2) << "first";
    EXPECT_EQ(3, 4) << "second";
  });
  ASSERT_TRUE(failed.has_value());
  EXPECT_NE(failed->find("gtest_door_test.cpp:"), std::string::npos);
  EXPECT_NE(failed->find("first"), std::string::npos);
  EXPECT_EQ(failed->find("second"), std::string::npos);
  EXPECT_FALSE(failed_expectation([] { EXPECT_EQ(1, 1); }).has_value());
}

TEST(GtestDoor, what_a_body_throws_comes_through_and_leaves_the_reporter_as_it_was) {
  EXPECT_THROW(failed_expectation([] { throw std::runtime_error("x"); }), std::runtime_error);
}

/// How a test of `property` on `spec` ends inside a GoogleTest program: the text of its failure, or nothing.
std::optional<std::string> ends(const std::string& spec, void (*body)(Check&)) {
  static std::vector<std::unique_ptr<Property>> kept;
  kept.push_back(std::make_unique<Property>(make_property("door", "example", body, "an example")));
  SuiteOptions options;
  options.effort = "quick";
  PropertyTest test(std::make_shared<Suite>(spec, options), *kept.back(), DType::float32);
  return failed_expectation([&] { test.TestBody(); });
}

TEST(GtestDoor, a_test_fails_with_the_report_of_the_counterexample) {
  const auto text = ends("builtin:row", expects_short_problems);
  ASSERT_TRUE(text.has_value());
  EXPECT_NE(text->find("door/example: falsified"), std::string::npos) << *text;
  EXPECT_NE(text->find("3 tokens x 1 head_dim x 1 value_dim"), std::string::npos) << *text;
}

TEST(GtestDoor, a_test_passes_where_the_property_holds) {
  EXPECT_EQ(ends("builtin:row", asserts_nothing_wrong), std::nullopt);
}

TEST(GtestDoor, without_a_subject_every_test_fails_and_says_why) {
  const auto text = ends("builtin:nothing", asserts_nothing_wrong);
  ASSERT_TRUE(text.has_value());
  EXPECT_NE(text->find("nothing"), std::string::npos) << *text;
}

TEST(GtestDoor, one_test_is_registered_for_each_property_and_dtype) {
  std::set<std::string> registered;
  const testing::UnitTest& unit = *testing::UnitTest::GetInstance();
  for (int suite = 0; suite < unit.total_test_suite_count(); ++suite) {
    const testing::TestSuite& tests = *unit.GetTestSuite(suite);
    for (int k = 0; k < tests.total_test_count(); ++k)
      registered.insert(std::string(tests.name()) + "." + tests.GetTestInfo(k)->name());
  }
  for (const Property* property : Suite::properties()) {
    const std::string id = std::string(property->group) + "." + property->name;
    EXPECT_TRUE(registered.contains(id + "/float32")) << id;
    EXPECT_FALSE(registered.contains(id + "/float64")) << id;
  }
}

const bool ready = [] {
  SuiteOptions options;
  options.effort = "quick";
  options.dtype = DType::float32;
  register_gtests("builtin:row", options);
  return true;
}();

}  // namespace
}  // namespace attncheck
