// Pictures as text: what stands in them, whatever numbers they are made of.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "page/html.h"
#include "page/svg.h"
#include "tests/page/markup.h"

namespace attncheck::page {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Heatmap heatmap_of(const Tensor& cells) { return {.title = "a", .kind = "weights", .cells = cells}; }

std::string well_formed(const std::string& html) { return MarkupReader(html).mistake(); }

TEST(Heatmap, has_a_tooltip_for_each_cell_and_frames_the_marked_one) {
  Tensor cells(2, 3);
  cells(1, 2) = 0.25;
  Heatmap map = heatmap_of(cells);
  map.mark = {1, 2};
  map.mark_word = "bad";
  const std::string html = heatmap_figure(map);
  EXPECT_EQ(well_formed(html), "");
  EXPECT_EQ(count_of(html, "<title>"), 6U);
  EXPECT_TRUE(contains(html, "<title>row 1, column 2: 0.25</title>")) << html;
  EXPECT_EQ(count_of(html, "class=\"mark\""), 1U);
  EXPECT_TRUE(contains(html, "framed: bad"));
}

TEST(Heatmap, that_is_large_shows_the_largest_number_of_each_block) {
  Tensor cells(200, 100);
  cells(199, 99) = 7;
  const std::string html = heatmap_figure(heatmap_of(cells));
  EXPECT_EQ(well_formed(html), "");
  EXPECT_TRUE(contains(html, "each cell is the largest of 4 x 2"));
  EXPECT_EQ(count_of(html, "<title>"), 50U * 50U);
  EXPECT_TRUE(contains(html, "<title>rows 196 to 199, columns 98 to 99: at most 7</title>"));
}

TEST(Heatmap, tells_numbers_that_are_none_and_cells_that_are_not_there) {
  Tensor cells(2, 2);
  cells(0, 0) = std::nan("");
  cells(0, 1) = infinity;
  cells(1, 0) = -infinity;
  Heatmap map = heatmap_of(cells);
  map.absent = [](Index i, Index j) { return i == 1 && j == 1; };
  const std::string html = heatmap_figure(map);
  EXPECT_EQ(well_formed(html), "");
  EXPECT_EQ(count_of(html, "class=\"none\""), 2U);
  EXPECT_EQ(count_of(html, "class=\"absent\""), 1U);
  EXPECT_TRUE(contains(html, "2 not finite"));
  EXPECT_TRUE(contains(html, "<title>row 1, column 1: hidden</title>"));
}

TEST(Heatmap, marks_a_whole_row_and_nothing_where_the_cell_is_not_there) {
  Heatmap map = heatmap_of(Tensor(2, 3));
  map.mark = {1, -1};
  EXPECT_TRUE(contains(heatmap_figure(map), "<rect class=\"mark\" x=\"36\" y=\"44\" width=\"84\" height=\"28\"/>"))
      << heatmap_figure(map);
  map.mark = {9, 9};
  EXPECT_FALSE(contains(heatmap_figure(map), "class=\"mark\""));
  EXPECT_EQ(heatmap_figure(heatmap_of(Tensor())), "");
}

TEST(Axis, has_round_numbers_on_it_for_all_ranges) {
  EXPECT_EQ(ticks_of({"", false, 0, 100}), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(ticks_of({"", true, 1, 100}), (std::vector<double>{1, 2, 5, 10, 20, 50, 100}));
  for (const auto& [low, high] : {std::pair{1e-300, 1e300}, {1.0, 1.0001}, {3.0, 4.0}, {5e-324, 1.7e308}})
    for (const bool logarithmic : {false, true}) {
      const std::vector<double> ticks = ticks_of(axis_for("", logarithmic, {low, high}));
      EXPECT_GE(ticks.size(), 1U) << low << " " << high;
      EXPECT_LE(ticks.size(), 10U) << low << " " << high;
    }
}

TEST(Axis, of_no_numbers_or_of_none_that_it_can_show_is_still_one) {
  for (const bool logarithmic : {false, true})
    for (const std::vector<double>& values : {std::vector<double>{}, {0}, {std::nan("")}, {infinity, -infinity}, {5}}) {
      const Axis axis = axis_for("", logarithmic, values);
      EXPECT_LT(axis.low, axis.high);
      EXPECT_TRUE(std::isfinite(axis.low) && std::isfinite(axis.high));
      EXPECT_TRUE(!logarithmic || axis.low > 0);
    }
}

TEST(Chart, puts_what_is_beyond_an_axis_at_its_edge) {
  const std::vector<std::pair<double, double>> points = {{0, 1},   {1, 0},   {10, infinity}, {infinity, std::nan("")},
                                                         {-5, -5}, {100, 10}};
  for (const char* kind : {"tight", "wide"}) {
    const std::string html = chart_figure({.title = "t",
                                           .x = axis_for("x", true, {1, 10, 100}),
                                           .y = axis_for("y", true, {1, 10}),
                                           .series = {{"s", kind, true, points}},
                                           .limit_x = std::pair{1.0, std::string("here")},
                                           .limit_y = std::pair{1.0, std::string("bound")}});
    EXPECT_EQ(well_formed(html), "");
    for (const char* no_number : {"nan", "inf", "-0.0"}) EXPECT_FALSE(contains(html, no_number)) << html;
    EXPECT_TRUE(contains(html, ">bound</text>"));
  }
}

TEST(Chart, draws_points_on_the_same_spot_once) {
  std::vector<std::pair<double, double>> points(1000, {3, 3});
  points.emplace_back(90, 90);
  const std::string html = chart_figure({.title = "t",
                                         .x = axis_for("x", false, {100}),
                                         .y = axis_for("y", false, {100}),
                                         .series = {{"s", "tight", false, points}}});
  EXPECT_EQ(count_of(html, "<circle"), 3U) << "two spots and one in the legend";
}

TEST(Chart, escapes_its_words) {
  const std::string html = chart_figure({.title = hostile,
                                         .x = axis_for(hostile, false, {1}),
                                         .y = axis_for(hostile, false, {1}),
                                         .series = {{hostile, "wide", false, {{1, 1}}}},
                                         .bars = {{0, 1, 2}}});
  EXPECT_EQ(well_formed(html), "");
  EXPECT_FALSE(contains(html, "<script"));
}

TEST(Html, has_tables_in_boxes_of_their_own_and_nothing_that_runs) {
  const std::string page = html_page(
      hostile, table_box(hostile, table_row({text_element("th", hostile)}), table_row({text_element("td", hostile)})));
  EXPECT_EQ(mistake_in_body(page), "");
  EXPECT_TRUE(contains(page, "<div class=\"scroll\""));
  EXPECT_FALSE(contains(page, "<script"));
  EXPECT_EQ(count_of(page, "</title>"), 1U);
  EXPECT_EQ(count_of(page, "</style>"), 1U);
  for (const char* needed :
       {"<meta charset=\"utf-8\">", "name=\"viewport\"", "prefers-color-scheme: dark", "@media print"})
    EXPECT_TRUE(contains(page, needed)) << needed;
}

TEST(Html, keeps_data_in_its_element_whatever_the_data_says) {
  const std::string json = embedded_json(R"({"a": "</script><!-- <script>"})", "data");
  EXPECT_EQ(count_of(json, "<"), 2U) << json;
  EXPECT_TRUE(contains(json, R"({"a": "\u003c/script>\u003c!-- \u003cscript>"})")) << json;
}

}  // namespace
}  // namespace attncheck::page
