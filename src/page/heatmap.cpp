// A matrix as an SVG picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "page/html.h"
#include "page/svg.h"
#include "report/junit.h"

namespace attncheck {
namespace {

constexpr int left = 36;  // room for the numbers of rows
constexpr int top = 16;   // and of columns
constexpr int swatch = 9;

struct Block {
  Index first_row = 0;
  Index last_row = 0;
  Index first_column = 0;
  Index last_column = 0;
  bool is_there = false;  // any cell of it
  double most = 0;        // NaN when one is

  bool holds(std::pair<Index, Index> cell) const {
    const bool in_columns = cell.second == -1 || (first_column <= cell.second && cell.second <= last_column);
    return first_row <= cell.first && cell.first <= last_row && in_columns;
  }
};

void take(Block& block, double value) {
  const bool larger = std::isnan(value) || value > block.most;
  if (!block.is_there || (larger && !std::isnan(block.most))) block.most = value;
  block.is_there = true;
}

/// Columns are stored block by block as rows are.
class Drawing {
 public:
  explicit Drawing(const Heatmap& map);
  std::string figure_text() const;

 private:
  Block block_at(Index row, Index column) const;
  int level(double value) const;
  std::string text(double value) const;
  std::string place(const Block& block) const;
  std::string cell(const Block& block, int x, int y) const;
  std::string edges() const;
  std::string mark() const;
  std::string legend(int y) const;
  std::string caption() const;

  const Heatmap& map_;
  Index block_rows_;     // rows of a block
  Index block_columns_;  // columns of a block
  Index across_ = 0;     // blocks
  Index down_ = 0;
  int size_ = 0;  // of a cell
  double low_ = 0;
  double high_ = 0;
  Index not_finite_ = 0;  // blocks
  std::vector<Block> blocks_;
};

Drawing::Drawing(const Heatmap& map)
    : map_(map),
      block_rows_((map.cells.rows() + map.most_edge - 1) / map.most_edge),
      block_columns_((map.cells.cols() + map.most_edge - 1) / map.most_edge) {
  if (map.cells.size() == 0) return;
  down_ = (map.cells.rows() + block_rows_ - 1) / block_rows_;
  across_ = (map.cells.cols() + block_columns_ - 1) / block_columns_;
  size_ = static_cast<int>(std::clamp<Index>(256 / std::max(down_, across_), 4, 28));
  bool first = true;
  for (Index row = 0; row < down_; ++row)
    for (Index column = 0; column < across_; ++column) {
      blocks_.push_back(block_at(row, column));
      const Block& block = blocks_.back();
      if (!block.is_there) continue;
      if (std::isnan(block.most) || block.most > std::numeric_limits<double>::max()) ++not_finite_;
      if (!std::isfinite(block.most)) continue;
      low_ = first ? block.most : std::min(low_, block.most);
      high_ = first ? block.most : std::max(high_, block.most);
      first = false;
    }
  if (map.low) low_ = std::min(*map.low, low_);
  low_ = std::min(low_, high_ - map.least_span);
}

Block Drawing::block_at(Index row, Index column) const {
  Block block{row * block_rows_, std::min((row + 1) * block_rows_, map_.cells.rows()) - 1, column * block_columns_,
              std::min((column + 1) * block_columns_, map_.cells.cols()) - 1};
  for (Index i = block.first_row; i <= block.last_row; ++i)
    for (Index j = block.first_column; j <= block.last_column; ++j)
      if (!map_.absent || !map_.absent(i, j)) take(block, map_.cells(i, j));
  return block;
}

int Drawing::level(double value) const {
  constexpr int most = heatmap_levels - 1;
  if (!std::isfinite(value)) return 0;
  if (!(high_ > low_)) return value == 0 ? 0 : most;
  return std::clamp(static_cast<int>(std::lround((value - low_) / (high_ - low_) * most)), 0, most);
}

std::string Drawing::text(double value) const { return map_.text ? map_.text(value) : short_number(value); }

std::string Drawing::place(const Block& block) const {
  const auto range = [](const std::string& what, Index first, Index last) {
    return first == last ? fmt::format("{} {}", what, first) : fmt::format("{}s {} to {}", what, first, last);
  };
  return fmt::format("{}, {}", range(map_.rows_are, block.first_row, block.last_row),
                     range(map_.columns_are, block.first_column, block.last_column));
}

std::string Drawing::cell(const Block& block, int x, int y) const {
  const bool one = block.first_row == block.last_row && block.first_column == block.last_column;
  const bool finite = std::isfinite(block.most) || block.most < 0;
  const std::string kind = !block.is_there ? "absent" : finite ? fmt::format("h{:x}", level(block.most)) : "none";
  const std::string said =
      block.is_there ? fmt::format("{}{}", one ? "" : "at most ", text(block.most)) : map_.absent_word;
  return fmt::format("<rect class=\"{0}\" x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{3}\">{4}</rect>\n", kind, x, y,
                     size_, text_element("title", fmt::format("{}: {}", place(block), said)));
}

/// The numbers of the first and the last row and column, and a frame.
std::string Drawing::edges() const {
  const int width = static_cast<int>(across_) * size_;
  const int height = static_cast<int>(down_) * size_;
  const auto label = [](int x, int y, const char* anchor, Index number) {
    return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, number);
  };
  std::string out =
      fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", left, top, width, height);
  out += label(left + size_ / 2, top - 4, "middle", 0) + label(left - 5, top + size_ / 2 + 4, "end", 0);
  if (map_.cells.cols() > 1 && width > 40)
    out += label(left + width - size_ / 2, top - 4, "middle", map_.cells.cols() - 1);
  if (map_.cells.rows() > 1 && height > 24)
    out += label(left - 5, top + height - size_ / 2 + 4, "end", map_.cells.rows() - 1);
  return out;
}

std::string Drawing::mark() const {
  if (!map_.mark) return "";
  const auto holds = [&](const Block& block) { return block.holds(*map_.mark); };
  const auto found = std::ranges::find_if(blocks_, holds);
  if (found == blocks_.end()) return "";
  const auto at = static_cast<int>(found - blocks_.begin());
  const int blocks = map_.mark->second == -1 ? static_cast<int>(across_) : 1;
  return fmt::format("<rect class=\"mark\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                     left + at % static_cast<int>(across_) * size_, top + at / static_cast<int>(across_) * size_,
                     blocks * size_, size_);
}

std::string Drawing::legend(int y) const {
  std::string out = fmt::format("<g class=\"{}\">\n", map_.kind);
  for (int level = 0; level < heatmap_levels; ++level)
    out += fmt::format("<rect class=\"h{0:x}\" x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{3}\"/>\n", level,
                       left + level * swatch, y, swatch);
  out += "</g>\n";
  out += text_element("text", text(low_), fmt::format(" x=\"{}\" y=\"{}\"", left, y + swatch + 12));
  out += text_element(
      "text", text(high_),
      fmt::format(" x=\"{}\" y=\"{}\" text-anchor=\"end\"", left + heatmap_levels * swatch, y + swatch + 12));
  return out + "\n";
}

std::string Drawing::caption() const {
  std::string out = fmt::format("down: {}s, across: {}s", map_.rows_are, map_.columns_are);
  if (block_rows_ > 1 || block_columns_ > 1)
    out += fmt::format("; each cell is the largest of {} x {}", block_rows_, block_columns_);
  if (map_.absent && map_.cells.size() > 1) out += fmt::format("; grey: {}", map_.absent_word);
  if (map_.mark) out += fmt::format("; framed: {}", map_.mark_word);
  if (not_finite_ > 0) out += fmt::format("; {} not finite, in another colour", not_finite_);
  return out;
}

std::string Drawing::figure_text() const {
  if (blocks_.empty()) return "";
  std::string cells = fmt::format("<g class=\"{}\">\n", map_.kind);
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    cells += cell(blocks_[k], left + static_cast<int>(static_cast<Index>(k) % across_) * size_,
                  top + static_cast<int>(static_cast<Index>(k) / across_) * size_);
  const int bottom = top + static_cast<int>(down_) * size_;
  const int width = left + std::max(static_cast<int>(across_) * size_, heatmap_levels * swatch) + 8;
  return figure(map_.title, text_element("span", caption(), " class=\"note\""), width, bottom + 40,
                cells + "</g>\n" + edges() + mark() + legend(bottom + 10));
}

}  // namespace

std::string heatmap_figure(const Heatmap& map) { return Drawing(map).figure_text(); }

}  // namespace attncheck
