#include "page/check_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "page/closeness.h"
#include "page/counterexample.h"
#include "page/fault_card.h"
#include "page/html.h"
#include "page/scale_figure.h"
#include "property/table.h"
#include "report/json.h"
#include "report/junit.h"

namespace attncheck {
namespace {

constexpr std::size_t open_at_first = 3;  // findings; the same mistake fails many properties

/// The class of a word: its colour, which the word says as well.
const char* kind_of(int code) { return code == 0 ? "good" : code == 1 ? "against" : "open"; }

const char* kind_of(const PropertyResult& property, const ReportView& view) {
  if (property.outcome == Outcome::holds) return "good";
  return against_subject(property.outcome) && !expected(view, property) ? "against" : "open";
}

std::string outcome_word(const PropertyResult& property, const ReportView& view) {
  const std::string_view word = expected(view, property) ? expected_word : name(property.outcome);
  return text_element("span", word, fmt::format(" class=\"word {}\"", kind_of(property, view)));
}

std::string counted(Index count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string outcome_counts(const RunResult& result, const ReportView& view) {
  std::map<std::string, Index> counts;
  for (const PropertyResult& property : result.properties)
    ++counts[expected(view, property) ? expected_word : std::string(name(property.outcome))];
  std::string out;
  for (const auto& [outcome, count] : counts) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, outcome);
  return out.empty() ? "no property was run" : out;
}

std::string verdict_html(const RunResult& result, const ReportView& view) {
  Index problems = 0;
  for (const PropertyResult& property : result.properties) problems += property.problems;
  const std::string said = view.error.empty()
                               ? fmt::format("{}: {}, in {}", one_line(result.subject), outcome_counts(result, view),
                                             counted(problems, "problem", "problems"))
                               : printable(view.error);
  return element("p", text_element("strong", verdict_word(result, view)) + ": " + xml_escaped(said),
                 fmt::format(" class=\"verdict {}\" role=\"status\"", kind_of(exit_code(result, view)))) +
         "\n";
}

/// What draws the same problems and judges them alike; options of the command line that leave no trace in a result are
/// not in it.
std::string command_text(const RunResult& result) {
  std::string out = fmt::format("attncheck check {} --effort {} --seed {}", shell_word(result.subject),
                                shell_word(result.effort), result.seed);
  for (const auto& [key, value] : result.declared)
    out += fmt::format(" --declare {}", shell_word(fmt::format("{}={}", key, value)));
  return one_line(out);
}

std::string asked_text(const RunResult& result) {
  std::string out;
  for (const DType dtype : {DType::float32, DType::float64}) {
    const auto [coverage, families] = covered(result, dtype);
    if (coverage.calls() == 0) continue;
    const auto range = [](Index least, Index most) {
      return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    };
    out += fmt::format("{}{}: {}: {} tokens, head_dim {}, value_dim {}; {} causal; logits up to {}; {} value families",
                       out.empty() ? "" : "\n", info(dtype).name, counted(coverage.calls(), "call", "calls"),
                       range(coverage.least.tokens, coverage.most.tokens),
                       range(coverage.least.head_dim, coverage.most.head_dim),
                       range(coverage.least.value_dim, coverage.most.value_dim), coverage.causal,
                       rough(coverage.most_logit), families);
  }
  return out;
}

std::string explained_text(const RunResult& result) {
  std::string out;
  for (const Explained& one : result.explained) {
    out += fmt::format("{}{}: ", out.empty() ? "" : "\n", info(one.dtype).name);
    if (one.members.empty())
      out += fmt::format("no member of profile {} explains what it answered", one.profile);
    else
      out +=
          fmt::format("{} of profile {} can explain what it answered; tightest: {}",
                      counted(static_cast<Index>(one.members.size()), "member", "members"), one.profile, one.tightest);
  }
  return printable(out);
}

std::string facts_html(const RunResult& result) {
  std::string declared;
  for (const auto& [key, value] : result.declared)
    declared += fmt::format("{}{}={}", declared.empty() ? "" : "\n", one_line(key), one_line(value));
  return fact_list({{"command", command_text(result)},
                    {"subject", one_line(result.subject)},
                    {"effort", one_line(result.effort)},
                    {"seed", fmt::format("{}", result.seed)},
                    {"declared", declared.empty() ? "nothing" : declared},
                    {"wall", result.wall.empty() ? "none" : one_line(result.wall)},
                    {"asked", asked_text(result)},
                    {"arithmetic", explained_text(result)}});
}

std::string how_asked(const PropertyResult& property) {
  for (const Property* known : all_properties())
    if (known->id() == property.id && !comment_of(*known).empty()) return one_line(comment_of(*known));
  return "";
}

std::string finding_id(std::size_t place) { return fmt::format("finding-{}", place); }

std::string finding_html(const RunResult& result, std::size_t place, const ReportView& view, Index most_edge,
                         bool open) {
  const PropertyResult& property = result.properties[place];
  const std::string summary =
      fmt::format("{} {} {}: {}", outcome_word(property, view), text_element("strong", property.id),
                  info(property.dtype).name, xml_escaped(one_line(property.findings[0].message)));
  std::string out = fact_list({{"claim", printable(property.claim)},
                               {"how asked", how_asked(property)},
                               {"expected", expected(view, property).value_or("")}});
  if (property.findings.size() > 1)
    out += text_element("p", fmt::format("No member of profile {} explains these {} problems at once:",
                                         profile_of(result, property.dtype), property.findings.size()));
  for (std::size_t k = 0; k < property.findings.size(); ++k)
    out += counterexample_html(result, property, k, view, most_edge);
  return foldable(summary, out, open, finding_id(place));
}

std::string findings_html(const RunResult& result, const ReportView& view) {
  std::size_t count = 0;
  for (const PropertyResult& property : result.properties) count += property.findings.size();
  // Both pictures of one finding are at most 2 edge^2 cells of about a hundred bytes.
  const Index most_edge = count <= 8 ? 64 : count <= 40 ? 32 : 16;
  std::string out;
  std::size_t shown = 0;
  for (std::size_t place = 0; place < result.properties.size(); ++place) {
    if (result.properties[place].findings.empty()) continue;
    out += finding_html(result, place, view, most_edge, shown < open_at_first);
    ++shown;
  }
  return out.empty() ? text_element("p", "No counterexample.") : out;
}

std::string property_row(const PropertyResult& property, std::size_t place, const ReportView& view) {
  const std::string id = text_element("code", property.id);
  const std::string why = property.findings.empty() ? property.reason : property.findings[0].message;
  return table_row(
      {element("td", outcome_word(property, view)),
       element("td",
               property.findings.empty() ? id : element("a", id, fmt::format(" href=\"#{}\"", finding_id(place)))),
       text_element("td", info(property.dtype).name),
       text_element("td", fmt::format("{}", property.problems), " class=\"number\""),
       text_element("td", property.worst_ratio > 0 ? rough(property.worst_ratio) : "", " class=\"number\""),
       text_element("td", one_line(why.empty() ? property.claim : why), " class=\"long\"")});
}

std::string properties_html(const RunResult& result, const ReportView& view) {
  if (result.properties.empty()) return text_element("p", "No property was run.");
  std::string rows;
  for (std::size_t place = 0; place < result.properties.size(); ++place)
    rows += property_row(result.properties[place], place, view);
  const std::string head =
      table_row({"<th>outcome</th>", "<th>property</th>", "<th>dtype</th>", "<th class=\"number\">problems</th>",
                 "<th class=\"number\">worst ratio</th>", "<th>why, or what it claims</th>"});
  return table_box(outcome_counts(result, view), head, rows);
}

/// The same mistake in both dtypes has one card.
std::string diagnosis_html(const RunResult& result) {
  std::string out;
  std::vector<std::string> told;
  for (std::size_t k = 0; k < result.diagnoses.size(); ++k) {
    const Diagnosis& diagnosis = result.diagnoses[k];
    if (k == 0 || diagnosis.mistake != result.diagnoses[k - 1].mistake) {
      std::string on = diagnosis.on();
      for (std::size_t next = k + 1; next < result.diagnoses.size(); ++next)
        if (result.diagnoses[next].mistake == diagnosis.mistake) on += ", " + result.diagnoses[next].on();
      out += text_element("p", fmt::format("{} ({})", one_line(diagnosis.mistake), on));
    }
    for (const std::string& fault : diagnosis.faults) {
      if (std::ranges::find(told, fault) != told.end()) continue;
      told.push_back(fault);
      out += fault_card(fault);
    }
  }
  return out;
}

}  // namespace

std::string check_page(const RunResult& result, const ReportView& view) {
  const std::string title = fmt::format("{}: {}", one_line(result.subject), verdict_word(result, view));
  const std::string diagnosis = diagnosis_html(result);
  std::string out = text_element("h1", fmt::format("attncheck check {}", one_line(result.subject)));
  out += verdict_html(result, view);
  out += fmt::format(
      "<nav><a href=\"#findings\">counterexamples</a> {}<a href=\"#properties\">properties</a> "
      "<a href=\"#bounds\">error and bound</a> <a href=\"#scale\">the scale</a> <a href=\"#data\">data</a></nav>\n",
      diagnosis.empty() ? "" : "<a href=\"#diagnosis\">diagnosis</a> ");
  out += facts_html(result);
  out += section("findings", "Counterexamples", findings_html(result, view));
  if (!diagnosis.empty()) out += section("diagnosis", "What it behaves like", diagnosis);
  out += section("properties", "Properties", properties_html(result, view));
  out += section("bounds", "Error beside bound", closeness_html(result));
  out += section("scale", "Why 1/sqrt(head_dim): for teaching", scale_figure_html());
  out += section("data", "Data",
                 text_element("p",
                              "The report as JSON stands in the source of this page, in the element with the id "
                              "attncheck-result.") +
                     embedded_json(json_report(result, view), "attncheck-result"));
  return html_page(title, out);
}

}  // namespace attncheck
