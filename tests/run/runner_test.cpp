// What a run makes of a failure before it is told.
#include "run/runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "attncheck/fault.h"
#include "property/table.h"
#include "run/plan.h"
#include "subject/in_process.h"

namespace attncheck {
namespace {

/// The first finding of a property on steps that are chosen for each problem.
Finding found(const std::string& property, const std::function<Steps(const Problem&)>& steps) {
  InProcessSubject subject([&](const Problem& problem) { return run_steps(steps(problem), problem); });
  RunOptions options;
  options.effort = "quick";
  options.properties = property;
  options.dtype = DType::float32;
  options.diagnose = false;
  const RunResult result = run(subject, all_properties(), options);
  EXPECT_EQ(result.properties.size(), 1U);
  EXPECT_FALSE(result.properties.at(0).findings.empty()) << result.properties.at(0).reason;
  return result.properties.at(0).findings.empty() ? Finding{} : result.properties[0].findings[0];
}

TEST(Runner, tells_what_is_wrong_in_one_answer_on_the_smallest_problem_whatever_property_found_it) {
  const Finding finding = found("accuracy/no_size_is_special", [](const Problem& problem) {
    Steps steps = right_steps();
    if (problem.shape.head_dim >= 40 && problem.shape.tokens >= 5) steps.scale = [](const Shape&) { return 1.0; };
    return steps;
  });
  EXPECT_EQ(finding.problem.shape.tokens, 5);
  EXPECT_EQ(finding.problem.shape.head_dim, 40);
  EXPECT_EQ(finding.problem.shape.value_dim, 1);
  EXPECT_GT(finding.shrink_steps, 1);
}

TEST(Runner, does_not_shrink_into_the_margin_of_the_bound) {
  const Finding finding = found("accuracy/within_error_bound", [](const Problem&) {
    Steps steps = right_steps();
    steps.exponential = [](double x) { return std::exp(std::max(x, -10.0)); };
    return steps;
  });
  ASSERT_TRUE(finding.cell);
  EXPECT_GT(finding.cell->ratio, 2);
}

TEST(Runner, that_fails_fast_asks_nothing_after_the_first_failure_and_says_why) {
  Index calls = 0;
  InProcessSubject subject([&](const Problem& problem) {
    ++calls;
    Steps steps = right_steps();
    steps.scale = [](const Shape&) { return 1.0; };
    return run_steps(steps, problem);
  });
  RunOptions options;
  options.effort = "quick";
  options.fail_fast = true;
  const RunResult result = run(subject, all_properties(), options);
  const auto failed = std::ranges::find_if(
      result.properties, [](const PropertyResult& property) { return against_subject(property.outcome); });
  ASSERT_NE(failed, result.properties.end());
  const std::string reason = failed->id + " failed, and --fail-fast";
  Index asked = 0;
  for (auto property = result.properties.begin(); property != result.properties.end(); ++property) {
    asked += property->calls;
    if (property <= failed) continue;
    EXPECT_EQ(property->outcome, Outcome::withheld) << property->id;
    EXPECT_EQ(property->reason, reason) << property->id;
  }
  EXPECT_GT(asked, 0);
  EXPECT_EQ(result.properties.size(), 2 * all_properties().size()) << "both dtypes are accounted for";
  EXPECT_EQ(result.exit_code(), 1);
}

TEST(Runner, keeps_a_failure_that_does_not_show_in_one_call_as_it_was_found) {
  Index calls = 0;
  const Finding finding = found("accuracy/no_size_is_special", [&](const Problem&) {
    Steps steps = right_steps();
    if (++calls == 50) steps.scale = [](const Shape&) { return 0.1; };
    return steps;
  });
  EXPECT_TRUE(finding.output);
  EXPECT_EQ(finding.problem.family, "gaussian, every size");
}

}  // namespace
}  // namespace attncheck
