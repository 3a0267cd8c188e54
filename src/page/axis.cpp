// Axes, their numbers, and the frame of a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "page/html.h"
#include "page/svg.h"
#include "report/junit.h"

namespace attncheck {
namespace {

constexpr double wanted = 6;  // ticks

/// A step of 1, 2 or 5 times a power of ten.
std::vector<double> even_ticks(double low, double high) {
  const double rough_step = (high - low) / wanted;
  const double power = std::pow(10, std::floor(std::log10(rough_step)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough_step) step = factor * power;
  std::vector<double> ticks;
  for (double k = std::ceil(low / step); k * step <= high && ticks.size() < 20; ++k) ticks.push_back(k * step);
  return ticks;
}

/// Powers of ten, or 1, 2 and 5 times them where there are few.
std::vector<double> ticks_of_decades(double low, double high) {
  const double decades = std::log10(high) - std::log10(low);
  const bool between = decades < 2.5;
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / wanted)));
  std::vector<double> ticks;
  for (int power = static_cast<int>(std::floor(std::log10(low))); power <= std::ceil(std::log10(high)); ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const bool whole = factor == 1 && power % stride == 0;
      const double tick = factor * std::pow(10, power);
      if ((whole || between) && tick >= low && tick <= high) ticks.push_back(tick);
    }
  return ticks;
}

}  // namespace

Axis axis_for(const std::string& label, bool logarithmic, const std::vector<double>& values) {
  Axis axis{label, logarithmic, HUGE_VAL, -HUGE_VAL};
  for (const double value : values) {
    if (!std::isfinite(value) || (logarithmic && !(value > 0))) continue;
    axis.low = std::min(axis.low, value);
    axis.high = std::max(axis.high, value);
  }
  if (axis.low > axis.high) axis.low = axis.high = logarithmic ? 1 : 0;
  if (!logarithmic) {
    axis.low = std::min(0.0, axis.low);
    if (!(axis.high > axis.low)) axis.high = axis.low + 1;
    return axis;
  }
  // A little room beside the outermost, and a factor of four in all where there is one number only.
  const double room = std::max((std::log(axis.high) - std::log(axis.low)) * 0.04, axis.high > axis.low ? 0.1 : 0.7);
  axis.low = std::max(axis.low / std::exp(room), std::numeric_limits<double>::min());
  axis.high = std::min(axis.high * std::exp(room), std::numeric_limits<double>::max());
  return axis;
}

std::vector<double> ticks_of(const Axis& axis) {
  if (!(axis.high > axis.low)) return {axis.low};
  if (!axis.logarithmic) return even_ticks(axis.low, axis.high);
  const std::vector<double> ticks = ticks_of_decades(axis.low, axis.high);
  return ticks.size() > 1 ? ticks : even_ticks(axis.low, axis.high);
}

std::string short_number(double value) {
  if (value == 0) return "0";
  if (std::isnan(value)) return "nan";
  const double size = std::abs(value);
  return size >= 1000 && size < 1e6 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string figure(const std::string& title, const std::string& caption_html, int width, int height,
                   const std::string& svg) {
  return fmt::format(
      "<figure><figcaption>{0}{1}</figcaption>\n<svg role=\"img\" aria-label=\"{2}\" width=\"{3}\" height=\"{4}\" "
      "viewBox=\"0 0 {3} {4}\">\n{5}</svg></figure>\n",
      text_element("strong", title), caption_html.empty() ? "" : "<br/>" + caption_html, xml_escaped(title), width,
      height, svg);
}

}  // namespace attncheck
