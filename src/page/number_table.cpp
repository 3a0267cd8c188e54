#include "page/number_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tensor_text.h"
#include "page/html.h"

namespace attncheck {
namespace {

constexpr Index most_columns = 8;  // of a part
constexpr Index most_rows = 8;     // so few that table_of() keeps each

/// A run of rows or columns.
struct Range {
  Index first = 0;
  Index last = 0;  // one behind

  bool is_all(Index size) const { return first == 0 && last == size; }
};

/// At most `most` of `size`, around `centre`.
Range around(Index centre, Index size, Index most) {
  if (size <= most) return {0, size};
  const Index first = std::clamp<Index>(centre - most / 2, 0, size - most);
  return {first, first + most};
}

Tensor part_of(const Tensor& tensor, Range rows, Range columns) {
  Tensor part(rows.last - rows.first, columns.last - columns.first);
  for (Index i = 0; i < part.rows(); ++i)
    for (Index j = 0; j < part.cols(); ++j) part(i, j) = tensor(rows.first + i, columns.first + j);
  return part;
}

/// What is shown of a finding: all of it, or a part.
struct Shown {
  Range rows;
  Range features;  // columns of query and key
  Range values;    // columns of value and output
};

Shown part_around(const Finding& finding) {
  const Shape& shape = finding.problem.shape;
  const Index row = finding.cell ? finding.cell->row : 0;
  const Index column = finding.cell ? finding.cell->column : 0;
  return {around(row, shape.tokens, most_rows), around(0, shape.head_dim, most_columns),
          around(column, shape.value_dim, most_columns)};
}

std::optional<std::pair<Index, Index>> mark_in(const Finding& finding, const Shown& shown) {
  if (!finding.cell) return std::nullopt;
  const Index column = finding.cell->column == -1 ? -1 : finding.cell->column - shown.values.first;
  return std::pair{finding.cell->row - shown.rows.first, column};
}

bool fits(const Tensor& tensor, Index rows, Index columns) { return tensor.rows() == rows && tensor.cols() == columns; }

TensorTable table_with(const Finding& finding, const std::optional<Tensor>& truth, const Shown& shown) {
  const Problem& problem = finding.problem;
  const Shape& shape = problem.shape;
  const auto numbers = [&](const char* title, const Tensor& tensor, Range columns) {
    return number_block(title, part_of(tensor, shown.rows, columns), problem.dtype);
  };
  std::vector<TensorBlock> blocks{numbers("query", problem.query, shown.features),
                                  numbers("key", problem.key, shown.features),
                                  numbers("value", problem.value, shown.values)};
  if (finding.output && fits(*finding.output, shape.tokens, shape.value_dim))
    blocks.push_back(number_block("answered", part_of(*finding.output, shown.rows, shown.values), problem.dtype,
                                  mark_in(finding, shown)));
  if (truth && fits(*truth, shape.tokens, shape.value_dim))
    blocks.push_back(real_block("true output", part_of(*truth, shown.rows, shown.values), problem.dtype));
  return table_of(blocks);
}

std::string head_of(const TensorTable& table, const Shown& shown) {
  std::vector<std::string> titles{"<td></td>"};
  std::vector<std::string> numbers{"<td></td>"};
  for (std::size_t k = 0; k < table.blocks.size(); ++k) {
    const TensorBlock& block = table.blocks[k];
    const std::size_t columns = block.cells.empty() ? 0 : block.cells[0].size();
    titles.push_back(text_element("th", block.title, fmt::format(" class=\"first\" colspan=\"{}\"", columns)));
    const Index first = k < 2 ? shown.features.first : shown.values.first;
    for (std::size_t column = 0; column < columns; ++column)
      numbers.push_back(text_element("th", fmt::format("{}", first + static_cast<Index>(column)),
                                     column == 0 ? " class=\"first\"" : ""));
  }
  return table_row(titles) + table_row(numbers);
}

/// The marks are those of number_block().
std::string cell_html(std::string text, bool first) {
  const bool bad = text.starts_with('>');
  std::erase_if(text, [](char c) { return c == '>' || c == '<' || c == ' '; });
  const char* kind = first ? (bad ? " class=\"first bad\"" : " class=\"first\"") : (bad ? " class=\"bad\"" : "");
  return bad ? element("td", text + " <small>bad</small>", kind) : element("td", text, kind);
}

/// "token 3" of a part that starts with token 17 is token 20; a part is never so long that equal rows become one.
std::string label_of(const TensorTable& table, const Shown& shown, std::size_t row) {
  if (shown.rows.first == 0) return table.labels[row];
  return fmt::format("token {}", shown.rows.first + static_cast<Index>(row));
}

std::string rows_of(const TensorTable& table, const Shown& shown) {
  std::string rows;
  for (std::size_t row = 0; row < table.labels.size(); ++row) {
    std::vector<std::string> cells{text_element("th", label_of(table, shown, row))};
    for (const TensorBlock& block : table.blocks)
      for (std::size_t column = 0; column < block.cells[row].size(); ++column)
        cells.push_back(cell_html(block.cells[row][column], column == 0));
    rows += table_row(cells);
  }
  return rows;
}

std::string caption_of(const Shape& shape, const Shown& shown) {
  std::string out = "the problem, and what was answered to it";
  const auto part = [&](const char* what, Range range, Index size) {
    if (!range.is_all(size)) out += fmt::format("; {} {} to {} of {}", what, range.first, range.last - 1, size);
  };
  part("tokens", shown.rows, shape.tokens);
  part("columns of query and key", shown.features, shape.head_dim);
  part("columns of value and output", shown.values, shape.value_dim);
  return out;
}

}  // namespace

std::string number_table(const Finding& finding, const std::optional<Tensor>& truth) {
  const Problem& problem = finding.problem;
  const Shape& shape = problem.shape;
  if (!fits(problem.query, shape.tokens, shape.head_dim) || !fits(problem.key, shape.tokens, shape.head_dim) ||
      !fits(problem.value, shape.tokens, shape.value_dim))
    return "";
  Shown shown{{0, shape.tokens}, {0, shape.head_dim}, {0, shape.value_dim}};
  TensorTable table;
  if (may_have_a_table(shape)) table = table_with(finding, truth, shown);
  if (table.labels.empty() || !is_readable(table)) {
    shown = part_around(finding);
    table = table_with(finding, truth, shown);
  }
  return table_box(caption_of(shape, shown), head_of(table, shown), rows_of(table, shown), "numbers");
}

}  // namespace attncheck
