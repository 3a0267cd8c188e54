#pragma once
// svg.h: pictures as inline SVG: heatmaps, and charts with one linear or logarithmic axis each way.
// Used by the pages. Every text is escaped, and every number has a short fixed form, so that the same picture is the
// same text everywhere. Colours are classes of style.cpp; no meaning hangs on colour alone. No errors.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attncheck/tensor.h"

namespace attncheck {

inline constexpr int heatmap_levels = 16;  // classes h0 .. hf

/// A matrix as coloured cells, each with its number as a tooltip.
struct Heatmap {
  std::string title{};
  std::string kind;              // the class of its colour: weights or errors
  std::string rows_are = "row";  // one of them; many are called so with an s
  std::string columns_are = "column";
  Tensor cells;  // -infinity is the lowest level; NaN and infinity have a colour of their own and are counted
  std::function<bool(Index row, Index column)> absent{};  // cells that are not there; may be empty
  std::string absent_word = "hidden";
  std::function<std::string(double)> text{};      // of a number, for tooltips and the legend; a short one unless given
  std::optional<double> low{};                    // of the legend; the smallest number unless given
  double least_span = 0;                          // of the legend, where all numbers are nearly the same
  std::optional<std::pair<Index, Index>> mark{};  // gets a frame; column -1: the whole row
  std::string mark_word = "marked";
  Index most_edge = 64;  // of a larger matrix, blocks show the largest number in them
};
std::string heatmap_figure(const Heatmap& map);

struct Axis {
  std::string label;
  bool logarithmic = false;
  double low = 0;  // of a logarithmic axis above 0
  double high = 1;
};

/// An axis on which all `values` that it can show have room; a linear one starts at 0 or below. Zero on a logarithmic
/// axis and what is not finite ask for no room.
Axis axis_for(const std::string& label, bool logarithmic, const std::vector<double>& values);

/// At most about eight, ascending, all on the axis.
std::vector<double> ticks_of(const Axis& axis);

/// One kind of mark: tight is drawn as circles, wide as diamonds.
struct Series {
  std::string name;
  std::string kind;
  bool joined = false;  // by a line
  std::vector<std::pair<double, double>> points{};
};

struct Bar {
  double from = 0;
  double to = 0;
  double height = 0;
};

struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series{};
  std::vector<Bar> bars{};
  std::string bar_kind = "tight";
  std::optional<std::pair<double, std::string>> limit_x{};  // a dashed line at this x, and its name
  std::optional<std::pair<double, std::string>> limit_y{};
};

/// Points off an axis stand at its edge; those that fall on the same spot are drawn once.
std::string chart_figure(const Chart& chart);

/// "12.5", "1e-07": without a minus before nothing.
std::string short_number(double value);

/// The title above, then the picture with the title as its description. `svg` is what stands in it.
std::string figure(const std::string& title, const std::string& caption_html, int width, int height,
                   const std::string& svg);

}  // namespace attncheck
