#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/tensor_text.h"
#include "core/text.h"
#include "report/terminal.h"

namespace attncheck {
namespace {

constexpr std::size_t most_numbers = 8;  // of a row of a problem too large for a table

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& c : out) c = c == '_' ? ' ' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return out;
}

constexpr std::size_t label_width = 11;
constexpr std::size_t text_width = 100;

/// `line` broken at spaces, so that no piece passes the text width unless one word does.
std::vector<std::string> wrapped(std::string line) {
  std::vector<std::string> pieces;
  while (line.size() > text_width) {
    std::size_t space = line.rfind(' ', text_width);
    if (space == std::string::npos || line.find_first_not_of(' ') > space) space = line.find(' ', text_width);
    if (space == std::string::npos) break;
    pieces.push_back(line.substr(0, space));
    line.erase(0, space + 1);
  }
  pieces.push_back(line);
  return pieces;
}

/// A label of fixed width, then text whose further lines are aligned.
std::string field(const std::string& label, const std::string& text) {
  std::string out;
  std::istringstream lines(printable(text));
  for (std::string line; std::getline(lines, line);)
    for (const std::string& piece : wrapped(line))
      out += fmt::format("{:<{}}{}\n", out.empty() ? "  " + label : "", label_width, piece);
  return out;
}

/// The same for what a user copies: one line, whatever its length.
std::string command_field(const std::string& label, const std::string& command) {
  return fmt::format("{:<{}}{}\n", "  " + label, label_width, one_line(command));
}

std::string problem_line(const Problem& problem) {
  const std::string family = problem.family.empty() ? "" : fmt::format(" (family: {})", one_line(problem.family));
  return fmt::format("{}, {}{}", to_string(problem.shape), problem.causal ? "causal" : "not causal", family);
}

std::optional<std::pair<Index, Index>> mark_of(const Finding& finding) {
  if (!finding.cell) return std::nullopt;
  return std::pair{finding.cell->row, finding.cell->column};
}

/// Empty when it would be too large.
std::string tables(const Finding& finding, const ReportView& view) {
  const Problem& problem = finding.problem;
  if (!may_have_a_table(problem.shape)) return "";
  std::vector<TensorBlock> blocks{number_block("query", problem.query, problem.dtype),
                                  number_block("key", problem.key, problem.dtype),
                                  number_block("value", problem.value, problem.dtype)};
  if (finding.output) blocks.push_back(number_block("answered", *finding.output, problem.dtype, mark_of(finding)));
  const auto truth = view.true_output ? view.true_output(problem) : std::nullopt;
  if (truth) blocks.push_back(real_block("true output", *truth, problem.dtype));
  const TensorTable table = table_of(blocks);
  return is_readable(table) ? "\n" + side_by_side(table, "    ") + "\n" : "";
}

/// The first numbers of a row, or those around `centre`.
std::string row_text(std::span<const double> row, DType dtype, std::size_t centre) {
  const std::size_t shown = most_numbers;
  const std::size_t first =
      row.size() <= shown ? 0 : std::min(centre - std::min(centre, shown / 2), row.size() - shown);
  std::string out = first == 0 ? "" : fmt::format("... from column {}: ", first);
  for (std::size_t i = first; i < std::min(row.size(), first + shown); ++i)
    out += (i == first ? "" : " ") + number(dtype, row[i]);
  return out + (first + shown < row.size() ? " ..." : "");
}

/// Of a problem too large for tables: the row of the bad cell.
std::string bad_row(const Finding& finding) {
  if (!finding.cell) return "";
  const Problem& problem = finding.problem;
  const Index i = finding.cell->row;
  const auto column = static_cast<std::size_t>(finding.cell->column);
  if (i >= problem.query.rows()) return "";
  std::string out = field(fmt::format("row {}", i), "query     " + row_text(problem.query.row(i), problem.dtype, 0));
  out += field("", "key       " + row_text(problem.key.row(i), problem.dtype, 0));
  out += field("", "value     " + row_text(problem.value.row(i), problem.dtype, column));
  if (finding.output && i < finding.output->rows())
    out += field("", "answered  " + row_text(finding.output->row(i), problem.dtype, column));
  return out;
}

std::string effort_text(const RunResult& result, const Finding& finding) {
  const std::string found = fmt::format("by problem {} of seed {}", finding.found_after, result.seed);
  if (finding.shrink_steps == 0) return found;
  return fmt::format("{}, made smaller in {} {}", found, finding.shrink_steps,
                     finding.shrink_steps == 1 ? "try" : "tries");
}

/// Is the cell an element of the output, rather than something worked out from a row?
bool is_element(const Finding& finding) {
  const Cell& cell = *finding.cell;
  if (!finding.output || cell.row >= finding.output->rows() || cell.column < 0) return false;
  if (cell.column >= finding.output->cols()) return false;
  const double answered = (*finding.output)(cell.row, cell.column);
  return answered == cell.observed || (std::isnan(answered) && std::isnan(cell.observed));
}

/// The numbers behind the message, for laws that have a bound.
std::string judged(const Finding& finding, const std::string& profile) {
  if (!finding.cell || !(finding.cell->ratio > 0)) return "";
  const Cell& cell = *finding.cell;
  std::string out =
      std::isfinite(cell.observed)
          ? fmt::format("off by {}, profile {} allows {} (ratio {})", rough(std::abs(cell.observed - cell.centre)),
                        profile, rough(cell.bound), rough(cell.ratio))
          : fmt::format("profile {} allows no {} here", profile, rough(cell.observed));
  if (!finding.bound_from.empty()) out += fmt::format("; the bound is {}", finding.bound_from);
  if (is_element(finding) && !cell.by_law)
    out += fmt::format("; true value {} ± {}", real_number(finding.problem.dtype, cell.centre), rough(cell.radius));
  return field("judged", out);
}

std::string one_finding(const RunResult& result, const PropertyResult& property, std::size_t k,
                        const ReportView& view) {
  const Finding& finding = property.findings[k];
  std::string out = field("problem", problem_line(finding.problem));
  const std::string table = tables(finding, view);
  out += table.empty() ? bad_row(finding) : table;
  if (!finding.drawn.empty()) out += field("drawn", finding.drawn);
  out += field("seen", finding.message);
  out += judged(finding, profile_of(result, property.dtype));
  if (!finding.subject_stderr.empty()) out += field("printed", finding.subject_stderr);
  out += field("found", effort_text(result, finding));
  if (view.verbose && !finding.reproduce.empty()) out += command_field("replay as", "RC_PARAMS=" + finding.reproduce);
  if (const auto file = saved_file(view, property, k))
    out += command_field("replay", replay_command(view, *file, result.subject));
  return out;
}

}  // namespace

std::string finding_report(const RunResult& result, const PropertyResult& property, const ReportView& view) {
  std::string out = fmt::format("{}  {}  {}\n", upper(name(property.outcome)), property.id, info(property.dtype).name);
  out += field("claim", property.claim);
  if (property.findings.size() > 1)
    out += field("together", fmt::format("no member of profile {} explains these {} problems at once",
                                         profile_of(result, property.dtype), property.findings.size()));
  for (std::size_t k = 0; k < property.findings.size(); ++k) out += one_finding(result, property, k, view) + "\n";
  return out;
}

}  // namespace attncheck
