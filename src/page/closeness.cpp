#include "page/closeness.h"

#include <fmt/format.h>

#include <cmath>

#include "page/html.h"
#include "page/svg.h"

namespace attncheck {
namespace {

constexpr const char* tight_name = "beside what every member allows, of rows within it";
constexpr const char* wide_name = "beside what the most generous member allows";

/// What is smaller would squeeze all the rest: an answer that is right to the last bit is only as far as is known.
constexpr int least_drawn = -20;

/// What all properties of one dtype kept.
Sampled together(const RunResult& result, DType dtype) {
  Sampled all;
  for (const PropertyResult& property : result.properties) {
    if (property.dtype != dtype) continue;
    const Sampled& one = property.samples;
    all.all += one.all;
    all.kept.insert(all.kept.end(), one.kept.begin(), one.kept.end());
    for (const auto& [power, count] : one.ratios) all.ratios[power] += count;
    for (const auto& [power, count] : one.closests) all.closests[power] += count;
  }
  return all;
}

std::string histogram(const std::string& title, const std::map<int, Index>& counts, const std::string& kind) {
  Chart chart{.title = title, .x = {}, .y = {}, .bar_kind = kind, .limit_x = std::pair{1.0, std::string("bound")}};
  std::vector<double> places{1};
  std::vector<double> heights;
  Index below = 0, beyond = 0;
  for (const auto& [power, count] : counts) {
    if (power < least_drawn || power == Sampled::most) {
      (power < least_drawn ? below : beyond) += count;
      continue;
    }
    const Bar bar{std::ldexp(1.0, power), std::ldexp(1.0, power + 1), static_cast<double>(count)};
    chart.bars.push_back(bar);
    places.insert(places.end(), {bar.from, bar.to});
    heights.push_back(bar.height);
  }
  if (below > 0) chart.title += fmt::format("; {} below {}", below, short_number(std::ldexp(1.0, least_drawn)));
  if (beyond > 0) chart.title += fmt::format("; {} beyond 2^64 or no number", beyond);
  chart.x = axis_for("error / bound", true, places);
  chart.y = axis_for("answers", false, heights);
  return chart_figure(chart);
}

std::string scatter(const std::string& against, const std::vector<Sample>& samples, double (*where)(const Sample&)) {
  Series tight{tight_name, "tight"};
  Series wide{wide_name, "wide"};
  std::vector<double> across;
  std::vector<double> up{1};
  const auto add = [&](Series& series, const Sample& sample, double ratio) {
    if (ratio < 0) return;
    series.points.emplace_back(where(sample), ratio);
    across.push_back(where(sample));
    if (ratio >= std::ldexp(1.0, least_drawn)) up.push_back(ratio);
  };
  for (const Sample& sample : samples) {
    add(tight, sample, sample.closest);
    add(wide, sample, sample.ratio);
  }
  return chart_figure({.title = fmt::format("error / bound against {}", against),
                       .x = axis_for(against, true, across),
                       .y = axis_for("error / bound", true, up),
                       .series = {tight, wide},
                       .limit_y = std::pair{1.0, std::string("bound")}});
}

std::string of_dtype(DType dtype, const Sampled& all) {
  std::string pictures;
  if (!all.closests.empty()) pictures += histogram(fmt::format("all answers {}", tight_name), all.closests, "tight");
  if (!all.ratios.empty()) pictures += histogram(fmt::format("all answers {}", wide_name), all.ratios, "wide");
  pictures += scatter("tokens", all.kept, [](const Sample& sample) { return static_cast<double>(sample.tokens); });
  pictures += scatter("head_dim", all.kept, [](const Sample& sample) { return static_cast<double>(sample.head_dim); });
  pictures += scatter("largest logit", all.kept, [](const Sample& sample) { return sample.logit; });
  const std::string which =
      static_cast<Index>(all.kept.size()) == all.all
          ? std::string("All are drawn.")
          : fmt::format(
                "The histograms count all; the points are {} of them: of each property the largest, and "
                "others spread evenly.",
                all.kept.size());
  return text_element("h3", info(dtype).name) +
         text_element("p", fmt::format("{} comparisons with a bound. {}", all.all, which)) +
         element("div", pictures, " class=\"pictures\"") + "\n";
}

}  // namespace

std::string closeness_html(const RunResult& result) {
  std::string out;
  for (const DType dtype : {DType::float32, DType::float64})
    if (const Sampled all = together(result, dtype); all.all > 0) out += of_dtype(dtype, all);
  if (out.empty()) return text_element("p", "No answer was compared with a bound.");
  return text_element(
             "p",
             "Below 1 an answer is as near to the truth as rounding explains. Each row of an answer is first "
             "held against what every arithmetic of the profile allows; only where it is beyond that, or comes "
             "closer than any before it, against the most generous one that still explains the subject. "
             "What is smaller or larger than an axis has room for stands at its edge.",
             " class=\"note\"") +
         out;
}

}  // namespace attncheck
