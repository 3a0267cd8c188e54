#include "page/counterexample.h"

#include <fmt/format.h>

#include <cmath>

#include "core/text.h"
#include "page/html.h"
#include "page/number_table.h"
#include "page/svg.h"
#include "page/weights.h"

namespace attncheck {
namespace {

constexpr Index cheap_products = Index{1} << 20;  // of a true output that costs no more than a moment in any dtype

std::optional<Tensor> true_output_of(const Problem& problem, const ReportView& view) {
  const auto& [tokens, head_dim, value_dim] = problem.shape;
  const bool cheap = may_be_pictured(problem) && tokens * tokens * (head_dim + value_dim) <= cheap_products;
  std::optional<Tensor> truth = view.true_output && cheap ? view.true_output(problem) : std::nullopt;
  if (truth && (truth->rows() != tokens || truth->cols() != value_dim)) truth.reset();
  return truth;
}

std::string problem_text(const Problem& problem) {
  return fmt::format("{}, {}{}", to_string(problem.shape), problem.causal ? "causal" : "not causal",
                     problem.family.empty() ? "" : fmt::format(" (family: {})", one_line(problem.family)));
}

/// Is the cell an element of what was answered, rather than something worked out from it?
bool is_element(const Finding& finding) {
  const Cell& cell = *finding.cell;
  if (!finding.output || cell.row < 0 || cell.row >= finding.output->rows()) return false;
  if (cell.column < 0 || cell.column >= finding.output->cols()) return false;
  const double answered = (*finding.output)(cell.row, cell.column);
  return answered == cell.observed || (std::isnan(answered) && std::isnan(cell.observed));
}

/// The same for who sees no colour and for who hears the page.
std::string bad_cell_text(const Finding& finding) {
  if (!finding.cell || !finding.output) return "";
  const Cell& cell = *finding.cell;
  if (cell.column < 0) return fmt::format("row {} as a whole", cell.row);
  const std::string place = fmt::format("row {}, column {}", cell.row, cell.column);
  if (!is_element(finding)) return place;
  const std::string answered = fmt::format("{} of the answer, {}", place, number(finding.problem.dtype, cell.observed));
  if (!(cell.ratio > 0)) return answered;
  return fmt::format("{}; {} {}", answered, cell.by_law ? "its other answer asks for" : "attention gives",
                     real_number(finding.problem.dtype, cell.centre));
}

std::string judged_text(const Finding& finding, const std::string& profile) {
  if (!finding.cell || !(finding.cell->ratio > 0)) return "";
  const Cell& cell = *finding.cell;
  std::string out =
      std::isfinite(cell.observed)
          ? fmt::format("off by {}, profile {} allows {} (ratio {})", rough(std::abs(cell.observed - cell.centre)),
                        profile, rough(cell.bound), rough(cell.ratio))
          : fmt::format("profile {} allows no {} here", profile, rough(cell.observed));
  return finding.bound_from.empty() ? out : fmt::format("{}; the bound is {}", out, finding.bound_from);
}

std::string found_text(const RunResult& result, const Finding& finding) {
  const std::string found = fmt::format("by problem {} of seed {}", finding.found_after, result.seed);
  if (finding.shrink_steps == 0) return found;
  return fmt::format("{}, made smaller in {} {}", found, finding.shrink_steps,
                     finding.shrink_steps == 1 ? "try" : "tries");
}

Heatmap weights_map(const Problem& problem, const Tensor& weights, Index most_edge) {
  Heatmap map{.title = "true weights, worked out in double for this picture",
              .kind = "weights",
              .rows_are = "row",
              .columns_are = "key",
              .cells = weights,
              .low = 0.0,
              .most_edge = most_edge};
  map.absent_word = "hidden by the causal mask";
  if (problem.causal) map.absent = [](Index i, Index j) { return j > i; };
  return map;
}

/// In powers of ten, as errors of one output often lie far apart.
Heatmap error_map(const Finding& finding, const Tensor& truth, Index most_edge) {
  Heatmap map{.kind = "errors", .rows_are = "token", .columns_are = "column", .cells = truth, .most_edge = most_edge};
  for (Index i = 0; i < truth.rows(); ++i)
    for (Index c = 0; c < truth.cols(); ++c)
      map.cells(i, c) = std::log10(std::abs((*finding.output)(i, c) - truth(i, c)));
  map.text = [](double power) {
    if (std::isnan(power)) return std::string("not a number");
    return std::isinf(power) && power < 0 ? std::string("no error") : short_number(std::pow(10, power));
  };
  map.least_span = 1;
  if (finding.cell) map.mark = {finding.cell->row, finding.cell->column};
  map.mark_word = "the first bad cell";
  return map;
}

std::string pictures(const Finding& finding, const std::optional<Tensor>& truth, Index most_edge) {
  const Problem& problem = finding.problem;
  if (!may_be_pictured(problem)) return "";
  const Tensor weights = weights_for_picture(problem);
  std::string out = heatmap_figure(weights_map(problem, weights, most_edge));
  const Shape& shape = problem.shape;
  if (finding.output && finding.output->rows() == shape.tokens && finding.output->cols() == shape.value_dim) {
    Heatmap map = error_map(finding, truth ? *truth : output_for_picture(weights, problem), most_edge);
    map.title = truth ? "|answered - true output|, colours by its logarithm"
                      : "|answered - output in double|, colours by its logarithm";
    out += heatmap_figure(map);
  }
  return element("div", out, " class=\"pictures\"") + "\n";
}

}  // namespace

std::string counterexample_html(const RunResult& result, const PropertyResult& property, std::size_t k,
                                const ReportView& view, Index most_edge) {
  const Finding& finding = property.findings[k];
  const std::optional<Tensor> truth = true_output_of(finding.problem, view);
  std::string out =
      fact_list({{"problem", problem_text(finding.problem)},
                 {"drawn", printable(finding.drawn)},
                 {"seen", k > 0 || finding.message != one_line(finding.message) ? printable(finding.message) : ""},
                 {"judged", judged_text(finding, profile_of(result, property.dtype))},
                 {"bad", bad_cell_text(finding)},
                 {"found", found_text(result, finding)}});
  out += number_table(finding, truth) + pictures(finding, truth, most_edge);
  if (!finding.subject_stderr.empty())
    out += text_element("p", "It printed:", " class=\"note\"") + text_block(finding.subject_stderr);
  if (const auto file = saved_file(view, property, k))
    out += text_element("p", "See it again:", " class=\"note\"") +
           text_block(one_line(replay_command(view, *file, result.subject)));
  return out;
}

}  // namespace attncheck
