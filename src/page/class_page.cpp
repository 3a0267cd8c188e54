#include "page/class_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "feedback/class_counts.h"
#include "feedback/feedback.h"
#include "page/html.h"
#include "page/student_html.h"
#include "page/svg.h"
#include "report/junit.h"

namespace attncheck {
namespace {

std::string link_to(const Grade& grade, std::size_t place) {
  return text_element("a", one_line(grade.student), fmt::format(" href=\"#{}\"", student_id(place)));
}

std::string totals_html(const std::vector<Grade>& grades) {
  const Totals totals = totals_of(grades);
  std::string out = fmt::format("{} of {} submissions graded", totals.graded, grades.size());
  if (totals.with_share > 0) out += fmt::format("; mean {:.1f} %, median {:.1f} %", totals.mean, totals.median);
  const bool all = totals.graded == static_cast<int>(grades.size());
  return text_element("p", out, fmt::format(" class=\"verdict {}\"", all ? "good" : "open")) + "\n";
}

std::string histogram_html(const std::vector<Grade>& grades) {
  const std::vector<int> counts = score_histogram(grades);
  Chart chart{.title = "scores", .x = {"per cent of what is possible", false, 0, 100}, .y = {}};
  std::vector<double> heights;
  for (int bin = 0; bin < score_bins; ++bin) {
    const double width = 100.0 / score_bins;
    heights.push_back(counts[static_cast<std::size_t>(bin)]);
    if (heights.back() > 0) chart.bars.push_back({bin * width, (bin + 1) * width, heights.back()});
  }
  chart.y = axis_for("submissions", false, heights);
  return chart_figure(chart);
}

std::string mistakes_html(const std::vector<Grade>& grades) {
  std::string rows;
  for (const Counted& one : mistake_counts(grades))
    rows += table_row({text_element("td", fmt::format("{}", one.count), " class=\"number\""),
                       element("td", text_element("code", one.what))});
  return rows.empty() ? rows
                      : table_box("what submissions behave like",
                                  table_row({"<th class=\"number\">submissions</th>", "<th>mistake</th>"}), rows);
}

std::string slowest_html(const std::vector<Grade>& grades) {
  constexpr std::size_t most = 5;
  std::vector<std::size_t> places(grades.size());
  for (std::size_t k = 0; k < places.size(); ++k) places[k] = k;
  std::ranges::stable_sort(places, std::greater{}, [&](std::size_t k) { return grades[k].seconds; });
  std::string rows;
  for (std::size_t k = 0; k < std::min(most, places.size()); ++k)
    rows += table_row({text_element("td", fmt::format("{:.1f}", grades[places[k]].seconds), " class=\"number\""),
                       element("td", link_to(grades[places[k]], places[k]))});
  return rows.empty()
             ? rows
             : table_box("slowest", table_row({"<th class=\"number\">seconds</th>", "<th>student</th>"}), rows);
}

std::string not_graded_html(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone) {
  std::string waiting, files;
  for (std::size_t k = 0; k < grades.size(); ++k)
    if (!is_graded(grades[k]))
      waiting += element("li", link_to(grades[k], k) + ": " + xml_escaped(one_line(grades[k].not_graded))) + "\n";
  for (const std::string& file : left_alone) files += text_element("li", one_line(file)) + "\n";
  std::string out;
  if (!waiting.empty())
    out += text_element("p", "These have no score, and that is not a zero. The same command tries them again.") +
           element("ul", "\n" + waiting) + "\n";
  if (!files.empty()) out += text_element("p", "Left alone, because nothing can run it:") + element("ul", "\n" + files);
  return out.empty() ? out : section("waiting", "Not graded", out);
}

std::string points_cell(const Grade& grade, const std::string& name) {
  const auto found = std::ranges::find(grade.groups, name, &GradedGroup::name);
  if (found == grade.groups.end() || !is_graded(grade)) return "<td></td>";
  if (found->possible == 0) return "<td class=\"number\">not counted</td>";
  const std::string points = points_text(found->earned);
  return text_element(
      "td", found->earned < found->possible ? fmt::format("{} of {}", points, points_text(found->possible)) : points,
      found->earned < found->possible ? " class=\"number lost\"" : " class=\"number\"");
}

std::string points_html(const std::vector<Grade>& grades) {
  const std::vector<std::string> groups = group_names(grades);
  std::vector<std::string> head{"<th>student</th>", "<th class=\"number\">score</th>"};
  for (const std::string& group : groups) head.push_back(text_element("th", one_line(group), " class=\"number\""));
  head.emplace_back("<th>at a glance</th>");
  std::string rows;
  for (std::size_t k = 0; k < grades.size(); ++k) {
    const Grade& grade = grades[k];
    std::vector<std::string> cells{
        element("th", link_to(grade, k)),
        text_element("td", score_text(grade), is_graded(grade) ? " class=\"number\"" : " class=\"number open\"")};
    for (const std::string& group : groups) cells.push_back(points_cell(grade, group));
    cells.push_back(text_element("td", glance(grade), " class=\"long\""));
    rows += table_row(cells);
  }
  return table_box("points of each group; of how many where some are lost", table_row(head), rows, "class");
}

std::string standing_cell(const Grade& grade, const GradedProperty* property) {
  if (property == nullptr || !is_graded(grade)) return "<td title=\"no standing\">?</td>";
  const auto cell = [&](const char* sign, const char* kind) {
    return text_element("td", sign, fmt::format("{} title=\"{}\"", kind, name(property->standing)));
  };
  switch (property->standing) {
    case Standing::earned:
      return "<td></td>";
    case Standing::lost:
      return cell(property->hidden ? "h" : "x", " class=\"lost\"");
    case Standing::explained:
      return cell("e", "");
    case Standing::not_earned:
      return cell("w", " class=\"open\"");
    case Standing::outside:
      return cell("-", "");
    case Standing::not_graded:
      return cell("?", " class=\"open\"");
  }
  return "<td></td>";
}

/// Of a long name its ends, which tell it from others better than its start alone.
std::string name_head(const Grade& grade) {
  constexpr std::size_t most = 30;
  const std::string name = one_line(grade.student);
  const std::string shown = name.size() <= most
                                ? name
                                : fmt::format("{}...{}", name.substr(0, most / 2), name.substr(name.size() - most / 2));
  return text_element("th", shown, fmt::format(" class=\"name\" title=\"{}\"", xml_escaped(name)));
}

std::string matrix_html(const std::vector<Grade>& grades) {
  const std::vector<PropertyLine> lines = property_lines(grades);
  std::vector<std::string> head{"<th>property</th>", "<th class=\"number\">lost by</th>"};
  for (const Grade& grade : grades) head.push_back(name_head(grade));
  std::string rows;
  std::string kept;
  for (const PropertyLine& line : lines) {
    if (line.lost == 0) {
      kept += element("li", text_element("code", line.id)) + "\n";
      continue;
    }
    std::vector<std::string> cells{element("th", text_element("code", line.id)),
                                   text_element("td", fmt::format("{}", line.lost))};
    for (std::size_t k = 0; k < grades.size(); ++k) cells.push_back(standing_cell(grades[k], line.of[k]));
    rows += table_row(cells);
  }
  std::string out;
  if (!rows.empty())
    out += table_box(
        "x lost; h lost on hidden problems only; w withheld, what it needs failed; e earned, the mistake "
        "is paid for elsewhere; - does not apply; ? not graded; empty: earned",
        table_row(head), rows, "grid");
  if (!kept.empty()) out += foldable("properties that nobody lost", element("ul", "\n" + kept) + "\n", false);
  return out;
}

}  // namespace

std::string class_page(const std::vector<Grade>& grades, const std::vector<std::string>& left_alone) {
  const std::string assignment = grades.empty() ? "no submission" : one_line(grades[0].assignment);
  std::string out = text_element("h1", assignment) + totals_html(grades);
  if (!grades.empty())
    out +=
        "<nav><a href=\"#points\">points</a> <a href=\"#failed\">what failed</a> <a href=\"#students\">students</a>"
        "</nav>\n";
  out += not_graded_html(grades, left_alone);
  out += element("div", histogram_html(grades) + mistakes_html(grades) + slowest_html(grades), " class=\"pictures\"");
  if (!grades.empty()) {
    out += section("points", "Points", points_html(grades));
    out += section("failed", "What failed", matrix_html(grades));
    std::string students;
    for (std::size_t k = 0; k < grades.size(); ++k) students += student_html(grades[k], k);
    out += section("students", "Students", students);
  }
  return html_page(assignment + ": class", out);
}

}  // namespace attncheck
