#include "core/tensor_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"

namespace attncheck {
namespace {

constexpr std::size_t few = 8;

std::size_t column_width(const TensorBlock& block, std::size_t column) {
  std::size_t width = 1;
  for (const auto& row : block.cells) width = std::max(width, row[column].size());
  return width;
}

/// Title first, then one line a row, all of the same width.
std::vector<std::string> lines_of(const TensorBlock& block) {
  std::vector<std::string> lines{block.title};
  for (const auto& row : block.cells) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column)
      line += fmt::format("{}{:>{}}", column == 0 ? "" : " ", row[column], column_width(block, column));
    lines.push_back(line);
  }
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.size());
  for (std::string& line : lines) line = fmt::format("{:<{}}", line, width);
  return lines;
}

/// Under an empty title, all of the same width.
std::vector<std::string> padded(const std::vector<std::string>& labels) {
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, label.size());
  std::vector<std::string> lines{std::string(width, ' ')};
  for (const std::string& label : labels) lines.push_back(fmt::format("{:<{}}", label, width));
  return lines;
}

/// The row after the last that is the same as `row` in every block.
std::size_t end_of_run(const std::vector<TensorBlock>& blocks, std::size_t row) {
  const auto same = [&](std::size_t other) {
    return std::ranges::all_of(blocks, [&](const TensorBlock& block) {
      return other < block.cells.size() && block.cells[other] == block.cells[row];
    });
  };
  std::size_t end = row + 1;
  while (same(end)) ++end;
  return end;
}

void append(std::string& out, const std::vector<std::string>& band, const std::string& indent) {
  for (std::string line : band) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += indent + line + "\n";
  }
}

}  // namespace

TensorBlock number_block(const std::string& title, const Tensor& tensor, DType dtype,
                         std::optional<std::pair<Index, Index>> mark) {
  TensorBlock block{title, {}};
  for (Index i = 0; i < tensor.rows(); ++i) {
    auto& row = block.cells.emplace_back();
    for (Index j = 0; j < tensor.cols(); ++j) {
      const std::string text = number(dtype, tensor(i, j));
      if (!mark)
        row.push_back(text);
      else
        row.push_back(mark->first == i && (mark->second == j || mark->second == -1) ? ">" + text + "<" : text + " ");
    }
  }
  return block;
}

TensorBlock real_block(const std::string& title, const Tensor& tensor, DType dtype) {
  TensorBlock block{title, {}};
  for (Index i = 0; i < tensor.rows(); ++i) {
    auto& row = block.cells.emplace_back();
    for (const double value : tensor.row(i)) row.push_back(real_number(dtype, value));
  }
  return block;
}

bool may_have_a_table(const Shape& shape) {
  constexpr Index most_tokens = 300;  // their true output is worked out too
  return shape.tokens <= most_tokens && std::max(shape.head_dim, shape.value_dim) <= static_cast<Index>(few);
}

bool is_readable(const TensorTable& table) { return table.labels.size() <= 3 * few; }

TensorTable table_of(const std::vector<TensorBlock>& blocks) {
  const std::size_t rows = blocks.empty() ? 0 : blocks[0].cells.size();
  TensorTable table;
  for (const TensorBlock& block : blocks) table.blocks.push_back({block.title, {}});
  const auto keep = [&](std::size_t row, const std::string& label) {
    table.labels.push_back(label);
    for (std::size_t k = 0; k < blocks.size(); ++k) table.blocks[k].cells.push_back(blocks[k].cells[row]);
  };
  for (std::size_t row = 0; row < rows;) {
    const std::size_t end = rows > few ? end_of_run(blocks, row) : row + 1;
    if (end - row >= 3) {
      keep(row, fmt::format("tokens {} to {}", row, end - 1));
      row = end;
    } else
      for (; row < end; ++row) keep(row, fmt::format("token {}", row));
  }
  return table;
}

std::string side_by_side(const TensorTable& table, const std::string& indent, std::size_t width) {
  std::string out;
  std::vector<std::string> band;
  for (const TensorBlock& block : table.blocks) {
    const std::vector<std::string> lines = lines_of(block);
    if (!band.empty() && indent.size() + band[0].size() + 3 + lines[0].size() > width) {
      append(out, band, indent);
      out += "\n";
      band.clear();
    }
    if (band.empty()) band = padded(table.labels);
    for (std::size_t line = 0; line < std::min(band.size(), lines.size()); ++line) band[line] += "   " + lines[line];
  }
  append(out, band, indent);
  return out;
}

std::string cell_text(const Cell& cell, DType dtype) {
  const std::string radius = cell.radius > 0 ? " ± " + rough(cell.radius) : "";
  const std::string place = fmt::format("output[{}][{}] is {}, true value {}{}", cell.row, cell.column,
                                        number(dtype, cell.observed), real_number(dtype, cell.centre), radius);
  if (!std::isfinite(cell.observed)) return place;
  return fmt::format("{}: off by {}, allowed {} (ratio {})", place, rough(std::abs(cell.observed - cell.centre)),
                     rough(cell.bound), rough(cell.ratio));
}

}  // namespace attncheck
