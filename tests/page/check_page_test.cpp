// The page of a run: everything a reader needs stands in one file, whatever the run and its texts are.
#include "page/check_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/json.h"
#include "tests/page/markup.h"
#include "tests/page/sample_pages.h"

namespace attncheck::page {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_sound(const std::string& page) {
  EXPECT_EQ(mistake_in_body(page), "");
  for (const std::string& picture : pictures_of(page)) EXPECT_EQ(MarkupReader(picture).mistake(), "");
  for (const char* outside : {"http:", "https:", "src=", "<link", "@import", "url("})
    EXPECT_FALSE(contains(page, outside)) << outside;
  EXPECT_EQ(count_of(page, "<script"), 1U) << "the data";
}

nlohmann::json data_of(const std::string& page) {
  const std::string start = "id=\"attncheck-result\">\n";
  const std::size_t first = page.find(start) + start.size();
  return nlohmann::json::parse(page.substr(first, page.find("</script>", first) - first));
}

TEST(CheckPage, says_the_verdict_all_properties_and_where_the_first_bad_cell_is) {
  const std::string page = check_page(bad_run(), sample_view());
  expect_sound(page);
  EXPECT_TRUE(contains(page, "<strong>falsified</strong>: my.c: 1 falsified, 1 holds, 1 withheld, in 44 problems"))
      << page;
  for (const PropertyResult& property : bad_run().properties) {
    EXPECT_TRUE(contains(page, property.id)) << property.id;
    EXPECT_TRUE(contains(page, std::string(name(property.outcome)))) << property.id;
  }
  EXPECT_EQ(count_of(page, "<td class=\"first bad\">0.98201376 <small>bad</small></td>"), 1U);
  EXPECT_TRUE(contains(page, "row 1, column 0 of the answer, 0.98201376; attention gives 0.880797078"));
  EXPECT_TRUE(contains(page, "<td class=\"first\">0.880797078</td>")) << "the true output";
  EXPECT_TRUE(contains(page, "attncheck replay cx/0acc.json my.c"));
  EXPECT_TRUE(contains(page, "attncheck check my.c --effort quick --seed 20170612"));
  EXPECT_TRUE(contains(page, "4.05e+04"));
}

TEST(CheckPage, draws_the_true_weights_and_the_error) {
  const std::string page = check_page(bad_run(), sample_view());
  EXPECT_TRUE(contains(page, "<title>row 1, key 1: 0.881</title>"));
  EXPECT_TRUE(contains(page, "<title>token 0, column 0: no error</title>"));
  EXPECT_TRUE(contains(page, "<title>token 1, column 0: 0.101</title>"));
  EXPECT_EQ(count_of(page, "class=\"mark\""), 1U);
}

TEST(CheckPage, holds_the_json_report) {
  for (const RunResult& result : {good_run(), bad_run(), RunResult{}})
    EXPECT_EQ(data_of(check_page(result, sample_view())), nlohmann::json::parse(json_report(result, sample_view())));
}

TEST(CheckPage, explains_the_mistake_once_for_both_dtypes) {
  RunResult result = bad_run();
  result.diagnoses = {no_scale(DType::float32), no_scale(DType::float64)};
  const std::string page = check_page(result, sample_view());
  expect_sound(page);
  EXPECT_EQ(count_of(page, "<h3>fault scale/missing</h3>"), 1U);
  EXPECT_EQ(count_of(page, "on 14 of 14 problems"), 2U);
  EXPECT_TRUE(contains(page, "logits of ordinary size at any head_dim above one"));
}

TEST(CheckPage, shows_how_near_the_answers_came) {
  const std::string page = check_page(sampled_run(), sample_view());
  expect_sound(page);
  EXPECT_TRUE(contains(page, "300 comparisons with a bound"));
  EXPECT_TRUE(contains(page, "error / bound against head_dim"));
  EXPECT_GT(count_of(page, "class=\"dot tight\""), 50U);
  EXPECT_GT(count_of(page, "class=\"dot wide\""), 0U);
}

TEST(CheckPage, takes_ratios_that_are_no_numbers) {
  RunResult result = good_run();
  Samples samples;
  for (const double ratio : {std::nan(""), infinity, 0.0, 1e-300, 1e300}) {
    samples.add({2, 4, ratio, ratio, ratio});
    samples.add({1, 1, 0, ratio});
  }
  result.properties[0].samples = samples.all();
  result.properties[0].worst_ratio = infinity;
  const std::string page = check_page(result, {});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "below 9.54e-07"));
  EXPECT_TRUE(contains(page, "beyond 2^64"));
}

TEST(CheckPage, of_a_run_without_anything_is_a_page) {
  const std::string page = check_page({}, {});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "<strong>no verdict</strong>"));
  EXPECT_TRUE(contains(page, "No answer was compared with a bound."));
  EXPECT_TRUE(contains(page, "No counterexample."));
}

TEST(CheckPage, of_a_run_that_ended_early_says_why) {
  ReportView view;
  view.error = "my.c: does not compile\n" + hostile;
  view.error_code = 3;
  const std::string page = check_page(run_of({}), view);
  expect_sound(page);
  EXPECT_TRUE(contains(page, "<strong>not started</strong>: my.c: does not compile"));
}

TEST(CheckPage, of_what_somebody_expected_says_so) {
  ReportView view = sample_view();
  view.expected = [](const std::string&) { return std::string("known: <issue 7>"); };
  const std::string page = check_page(bad_run(), view);
  expect_sound(page);
  EXPECT_TRUE(contains(page, "<strong>as expected</strong>"));
  EXPECT_TRUE(contains(page, "known: &lt;issue 7&gt;"));
}

TEST(CheckPage, escapes_whatever_a_subject_or_an_author_wrote) {
  RunResult result = bad_run();
  result.subject = result.wall = result.effort = hostile;
  result.declared = {{hostile, hostile}};
  PropertyResult& bad = result.properties[1];
  bad.id = bad.claim = bad.reason = hostile;
  Finding& finding = bad.findings[0];
  finding.message = finding.subject_stderr = finding.drawn = finding.bound_from = finding.problem.family = hostile;
  result.diagnoses = {{DType::float32, {hostile}, hostile, 1, 1}};
  result.explained[0].members = {hostile};
  result.explained[0].tightest = result.explained[0].profile = hostile;
  const std::string page = check_page(result, sample_view());
  expect_sound(page);
  EXPECT_TRUE(contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_FALSE(contains(page, "\x1b"));
  EXPECT_FALSE(contains(page, "\xff"));
}

TEST(CheckPage, shows_a_part_of_a_large_counterexample) {
  RunResult result = bad_run();
  result.properties[1].findings = {large_finding()};
  const std::string page = check_page(result, {});
  expect_sound(page);
  EXPECT_TRUE(contains(page, "tokens 146 to 153 of 200"));
  EXPECT_TRUE(contains(page, "columns of value and output 8 to 15 of 16"));
  EXPECT_EQ(count_of(page, "<small>bad</small>"), 1U);
  EXPECT_TRUE(contains(page, "each cell is the largest of 4 x 4"));
  EXPECT_TRUE(contains(page, "hidden by the causal mask"));
  EXPECT_TRUE(contains(page, "|answered - output in double|"));
  EXPECT_LT(page.size(), std::size_t{1} << 20);
}

TEST(CheckPage, takes_findings_whose_parts_are_missing_or_do_not_fit) {
  RunResult result = bad_run();
  std::vector<Finding>& findings = result.properties[1].findings;
  findings.emplace_back();  // no tensor fits its shape
  findings.push_back(missing_scale());
  findings[2].output = Tensor(1, 1, 0.5);
  findings.push_back(missing_scale());
  findings[3].cell->row = 77;
  findings[3].cell->column = 99;
  findings.push_back(missing_scale());
  findings[4].output.reset();
  findings.push_back(missing_scale());
  findings[5].cell->column = -1;
  findings[5].output->operator()(0, 0) = std::nan("");
  findings[5].problem.query(0, 0) = infinity;
  expect_sound(check_page(result, sample_view()));
}

TEST(CheckPage, of_very_many_findings_stays_a_page_that_opens) {
  RunResult result = bad_run();
  PropertyResult bad = result.properties[1];
  bad.findings = {large_finding()};
  result.properties.assign(60, bad);
  const std::string page = check_page(result, {});
  EXPECT_LT(page.size(), std::size_t{24} << 20);
  EXPECT_EQ(count_of(page, " open=\"\""), 3U);
}

TEST(CheckPage, of_the_same_result_is_the_same_text) {
  EXPECT_EQ(check_page(sampled_run(), sample_view()), check_page(sampled_run(), sample_view()));
}

}  // namespace
}  // namespace attncheck::page
