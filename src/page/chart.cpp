// Points, lines and bars between two axes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "page/html.h"
#include "page/svg.h"
#include "report/junit.h"

namespace attncheck {
namespace {

constexpr int width = 380;
constexpr int left = 56;
constexpr int right = width - 12;
constexpr int height = 190;  // between the axes
constexpr int below = 40;    // for the numbers and the name of the x axis
constexpr int name_height = 15;

/// 0 at the low end, 1 at the high end and beyond.
double share(const Axis& axis, double value) {
  if (std::isnan(value)) return 1;
  if (axis.logarithmic && !(value > 0)) return 0;
  if (!std::isfinite(value)) return value > 0 ? 1 : 0;
  const double at = axis.logarithmic
                        ? (std::log(value) - std::log(axis.low)) / (std::log(axis.high) - std::log(axis.low))
                        : (value - axis.low) / (axis.high - axis.low);
  return std::clamp(at, 0.0, 1.0);
}

class Plot {
 public:
  explicit Plot(const Chart& chart) : chart_(chart) {
    for (const Series& one : chart.series) names_ += one.points.empty() ? 0 : 1;
    top_ = 12 + names_ * name_height;
  }

  std::string figure_text() const {
    return figure(chart_.title, "", width, top_ + height + below, names() + axes() + bars() + series() + limits());
  }

 private:
  double x(double value) const { return left + share(chart_.x, value) * (right - left); }
  double y(double value) const { return top_ + (1 - share(chart_.y, value)) * height; }

  static std::string spot(const Series& series, double x, double y) {
    if (series.kind == "tight")
      return fmt::format("<circle class=\"dot tight\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\"/>\n", x, y);
    return fmt::format("<path class=\"dot {}\" d=\"M{:.1f} {:.1f}l3.4 3.4l-3.4 3.4l-3.4 -3.4z\"/>\n", series.kind, x,
                       y - 3.4);
  }

  std::string names() const {
    std::string out;
    int at = 10;
    for (const Series& one : chart_.series) {
      if (one.points.empty()) continue;
      out += spot(one, left + 4, at - 4);
      out += text_element("text", one.name, fmt::format(" x=\"{}\" y=\"{}\"", left + 13, at)) + "\n";
      at += name_height;
    }
    return out;
  }

  std::string axes() const {
    std::string out;
    for (const double tick : ticks_of(chart_.x))
      out += fmt::format(
          "<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n"
          "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
          x(tick), top_, top_ + height, top_ + height + 15, short_number(tick));
    for (const double tick : ticks_of(chart_.y))
      out += fmt::format(
          "<line class=\"grid\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/>\n"
          "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
          left, y(tick), right, left - 5, y(tick) + 4, short_number(tick));
    out += fmt::format("<path class=\"axis\" d=\"M{0} {1}V{2}H{3}\"/>\n", left, top_, top_ + height, right);
    out +=
        text_element("text", chart_.x.label,
                     fmt::format(" x=\"{}\" y=\"{}\" text-anchor=\"middle\"", (left + right) / 2, top_ + height + 33));
    out += text_element(
        "text", chart_.y.label,
        fmt::format(" transform=\"translate(11 {}) rotate(-90)\" text-anchor=\"middle\"", top_ + height / 2));
    return out + "\n";
  }

  std::string bars() const {
    std::string out;
    for (const Bar& bar : chart_.bars) {
      const double from = x(bar.from), to = x(bar.to), above = y(bar.height);
      const std::string said =
          fmt::format("{} to {}: {}", short_number(bar.from), short_number(bar.to), short_number(bar.height));
      out +=
          fmt::format("<rect class=\"dot {}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">{}</rect>\n",
                      chart_.bar_kind, from + 0.5, above, std::max(1.0, to - from - 1), top_ + height - above,
                      text_element("title", said));
    }
    return out;
  }

  std::string series() const {
    std::string out;
    for (const Series& one : chart_.series) {
      std::set<std::pair<long, long>> drawn;
      std::string line;
      for (const auto& [at_x, at_y] : one.points) {
        const double px = x(at_x), py = y(at_y);
        line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", px, py);
        if (drawn.emplace(std::lround(px / 2), std::lround(py / 2)).second) out += spot(one, px, py);
      }
      if (one.joined && !line.empty()) out += fmt::format("<path class=\"line {}\" d=\"{}\"/>\n", one.kind, line);
    }
    return out;
  }

  std::string limits() const {
    std::string out;
    if (chart_.limit_x) {
      out += fmt::format("<line class=\"limit\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>\n",
                         x(chart_.limit_x->first), top_, top_ + height);
      // Beside the line, on the side that has more room.
      const bool on_left = x(chart_.limit_x->first) * 2 > left + right;
      out += text_element(
          "text", chart_.limit_x->second,
          fmt::format(" class=\"limit\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\"",
                      x(chart_.limit_x->first) + (on_left ? -4 : 4), top_ + 10, on_left ? "end" : "start"));
    }
    if (chart_.limit_y) {
      const double at = y(chart_.limit_y->first);
      out +=
          fmt::format("<line class=\"limit\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/>\n", left, at, right);
      out += text_element("text", chart_.limit_y->second,
                          fmt::format(" class=\"limit\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\"", right - 2,
                                      at < top_ + 14 ? at + 12 : at - 4));
    }
    return out;
  }

  const Chart& chart_;
  int names_ = 0;
  int top_ = 0;
};

}  // namespace

std::string chart_figure(const Chart& chart) { return Plot(chart).figure_text(); }

}  // namespace attncheck
