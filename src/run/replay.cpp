#include "run/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/tensor_text.h"
#include "core/text.h"
#include "reference/make_oracle.h"
#include "run/plan.h"

namespace attncheck {
namespace {

constexpr Index most_rows = 8;     // rows written out
constexpr Index most_columns = 6;  // numbers of a row written out

/// What the trace is made of: the problem, and the answer that is judged.
struct Trace {
  const Counterexample& counterexample;
  const Problem& problem;
  Oracle& oracle;
  std::optional<Tensor> output;
  std::string asked;    // how the subject ended, or where the answer comes from
  std::string subject;  // the one to ask again: what was asked now, or what the file names
};

double largest_bound(const RowAnswer& answer, Index column) {
  double largest = 0;
  for (const auto& member : answer.bound) largest = std::max(largest, member[static_cast<std::size_t>(column)]);
  return largest;
}

Cell cell_at(const RowAnswer& answer, const Tensor& output, Index row, Index column) {
  const auto c = static_cast<std::size_t>(column);
  Cell cell{row, column, output(row, column), answer.centre[c], answer.radius[c], largest_bound(answer, column), 0};
  const double excess = std::max(0.0, std::abs(cell.observed - cell.centre) - cell.radius);
  if (!std::isfinite(cell.observed))
    cell.ratio = answer.may_overflow ? 0 : std::numeric_limits<double>::infinity();
  else if (excess > 0 && !answer.may_overflow)
    cell.ratio = excess / cell.bound;
  return cell;
}

std::optional<Cell> first_bad_cell(Trace& trace) {
  if (!trace.output) return std::nullopt;
  for (Index row = 0; row < trace.problem.shape.tokens; ++row) {
    const RowAnswer answer = trace.oracle.row(trace.problem, row);
    for (Index column = 0; column < trace.problem.shape.value_dim; ++column) {
      const Cell cell = cell_at(answer, *trace.output, row, column);
      if (cell.ratio > 1) return trace.oracle.prove(trace.problem, cell);
    }
  }
  return std::nullopt;
}

/// The columns that are written out: the first ones, or those around `centre`.
std::pair<Index, Index> window(Index size, Index centre) {
  if (size <= most_columns) return {0, size};
  const Index first = std::clamp(centre - most_columns / 2, Index{0}, size - most_columns);
  return {first, first + most_columns};
}

std::string numbers(std::span<const double> row, Index centre, DType dtype, std::string (*text)(DType, double)) {
  const auto [first, last] = window(static_cast<Index>(row.size()), centre);
  std::string out;
  for (Index i = first; i < last; ++i) out += fmt::format(" {:>14}", text(dtype, row[static_cast<std::size_t>(i)]));
  const Index left_out = static_cast<Index>(row.size()) - (last - first);
  if (left_out > 0) out += fmt::format("  ({} to {} of {})", first, last - 1, row.size());
  return out;
}

std::string rough_number(DType, double value) { return rough(value); }

std::string line(const char* label, const std::string& text) { return fmt::format("  {:<15}{}\n", label, text); }

/// A convention, not a definition, says what becomes of a row then.
bool sees_only_numbers(const Problem& problem, Index row) {
  const auto finite = [](std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
  };
  const Index keys = problem.causal ? row + 1 : problem.shape.tokens;
  bool all = finite(problem.query.row(row));
  for (Index key = 0; key < keys; ++key) all = all && finite(problem.key.row(key)) && finite(problem.value.row(key));
  return all;
}

std::string row_trace(Trace& trace, Index row, const std::optional<Cell>& bad) {
  const RowAnswer answer = trace.oracle.row(trace.problem, row);
  const DType dtype = trace.problem.dtype;
  const bool here = bad && bad->row == row;
  const Index centre = here ? bad->column : 0;
  const Index keys = static_cast<Index>(answer.logits.size());
  std::string out = fmt::format("row {} sees {}\n", row, keys == 1 ? "key 0" : fmt::format("keys 0 to {}", keys - 1));
  if (!sees_only_numbers(trace.problem, row)) {
    out += "  what it sees is not finite: no definition says what its attention is, and it is not judged\n";
    if (trace.output) out += line("answered", numbers(trace.output->row(row), 0, dtype, number));
    return out + "\n";
  }
  out += line("scaled logits", numbers(answer.logits, std::min(row, keys - 1), dtype, real_number));
  out += line("weights", numbers(answer.weights, std::min(row, keys - 1), dtype, real_number));
  out += line("output", numbers(answer.centre, centre, dtype, real_number));
  out += line("  ± radius", numbers(answer.radius, centre, dtype, rough_number));
  if (trace.output) out += line("answered", numbers(trace.output->row(row), centre, dtype, number));
  std::vector<double> allowed;
  for (Index column = 0; column < trace.problem.shape.value_dim; ++column)
    allowed.push_back(largest_bound(answer, column));
  out += line("  allowed ±", numbers(allowed, centre, dtype, rough_number));
  if (answer.may_overflow) out += "  an honest order of summation may overflow here: this row is not judged\n";
  if (here) out += line("first bad cell", cell_text(*bad, dtype));
  return out + "\n";
}

std::string head(const Trace& trace) {
  const Counterexample& saved = trace.counterexample;
  const Problem& problem = trace.problem;
  std::string out = saved.property.empty() ? "" : fmt::format("property  {}\n", one_line(saved.property));
  if (!saved.subject.empty()) out += fmt::format("found in  {} (seed {})\n", one_line(saved.subject), saved.seed);
  if (!saved.finding.message.empty()) out += fmt::format("seen      {}\n", one_line(saved.finding.message));
  out += fmt::format("problem   {}, {}, {}\n", to_string(problem.shape), problem.causal ? "causal" : "not causal",
                     info(problem.dtype).name);
  out += fmt::format("scale     1/sqrt({}) = {}\n", problem.shape.head_dim,
                     real_number(problem.dtype, 1 / std::sqrt(static_cast<double>(problem.shape.head_dim))));
  out += fmt::format("answer    {}\n\n", trace.asked);
  if (!may_have_a_table(problem.shape)) return out;
  const DType dtype = problem.dtype;
  const TensorTable table =
      table_of({number_block("query", problem.query, dtype), number_block("key", problem.key, dtype),
                number_block("value", problem.value, dtype)});
  return is_readable(table) ? out + side_by_side(table, "  ") + "\n" : out;
}

std::string rows_text(Trace& trace, const std::optional<Cell>& bad) {
  const Index tokens = trace.problem.shape.tokens;
  std::string out;
  if (tokens <= most_rows) {
    for (Index row = 0; row < tokens; ++row) out += row_trace(trace, row, bad);
    return out;
  }
  const auto& saved = trace.counterexample.finding.cell;
  const Index row = bad ? bad->row : saved ? saved->row : 0;
  return row_trace(trace, row, bad) + fmt::format("{} other rows are not shown\n\n", tokens - 1);
}

/// Was it an element of one answer that was wrong, rather than what several answers say together?
bool was_one_answer(const Finding& finding) {
  if (!finding.cell || !finding.output || finding.cell->by_law || !(finding.cell->ratio > 1)) return false;
  const auto& [row, column] = std::pair(finding.cell->row, finding.cell->column);
  if (row >= finding.output->rows() || column < 0 || column >= finding.output->cols()) return false;
  const double answered = (*finding.output)(row, column);
  return answered == finding.cell->observed || (std::isnan(answered) && std::isnan(finding.cell->observed));
}

std::string verdict(const Trace& trace, const std::optional<Cell>& bad) {
  const std::string& profile = trace.oracle.profile().name;
  if (!trace.output) return "";
  if (bad) return fmt::format("beyond every member of profile {}\n", profile);
  std::string out = fmt::format("every element is within the bound of profile {}\n", profile);
  const Counterexample& saved = trace.counterexample;
  if (saved.property.empty() || trace.subject.empty()) return out;
  if (was_one_answer(saved.finding)) return out + "the saved answer was not: what was found is not there any more\n";
  return out + fmt::format(
                   "{} compares several calls, so one call need not show it; to see it again:\n"
                   "  attncheck check {} --properties {} --seed {}{}\n",
                   one_line(saved.property), shell_word(trace.subject), shell_word(saved.property), saved.seed,
                   is_property(saved.property) ? "" : " --property FILE");
}

/// Asks the subject, or takes the saved answer.
void find_answer(Trace& trace, Subject* subject, Replay& result) {
  if (subject == nullptr) {
    trace.output = trace.counterexample.finding.output;
    trace.asked = trace.output ? "as saved in the file" : "none: the file holds none and no subject was given";
    return;
  }
  CallReport call = subject->call(trace.problem);
  result.status = call.status;
  result.ended = call.status != CallStatus::returned;
  if (!result.ended) trace.output = std::move(call.output);
  if (result.ended) result.ending = one_line(call.detail);
  trace.asked = result.ended ? fmt::format("none: {} did not return: {}", subject->name(), result.ending)
                             : fmt::format("by {}, just now", subject->name());
}

}  // namespace

Replay replay(const Counterexample& counterexample, Subject* subject, Oracle& oracle) {
  Replay result;
  Trace trace{counterexample,
              counterexample.finding.problem,
              oracle,
              std::nullopt,
              "",
              subject == nullptr ? counterexample.subject : subject->name()};
  find_answer(trace, subject, result);
  result.answered = trace.output.has_value();
  result.bad = first_bad_cell(trace);
  result.text = head(trace) + rows_text(trace, result.bad) + verdict(trace, result.bad);
  return result;
}

Tensor true_output(Oracle& oracle, const Problem& problem) {
  Tensor output(problem.shape.tokens, problem.shape.value_dim);
  for (Index row = 0; row < problem.shape.tokens; ++row)
    std::ranges::copy(oracle.row(problem, row).centre, output.row(row).begin());
  return output;
}

std::optional<Tensor> true_output(const Problem& problem) {
  try {
    return true_output(*make_oracle(problem.dtype, {}), problem);
  } catch (const std::exception&) { return std::nullopt; }
}

}  // namespace attncheck
