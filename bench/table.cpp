#include "bench/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>

#include "bench/fma_peak.h"
#include "bench/stopwatch.h"
#include "bench/verify.h"

namespace attncheck::bench {
namespace {

constexpr double slow_seconds = 0.08;  // rows of a slow tier that are timed take about this, or are one

// Two problems of the same shape by turns: a tier that keeps its answers must not be timed remembering them.
struct Pair {
  Sample samples[2];
};

// The same sizes and family in both dtypes: plain float64 takes the same time on either.
struct Pairs {
  Pair narrow, wide;
  const Pair& of(const Tier& tier) const { return tier.dtype() == DType::float32 ? narrow : wide; }
};

Pairs draw_pairs(const Case& what) {
  const auto draw = [&](DType dtype, int turn) {
    const auto seed = static_cast<std::uint64_t>(what.n * 1000 + what.d + 500 * turn);
    return draw_sample(what.kind, dtype, what.n, what.d, seed);
  };
  return {{draw(DType::float32, 0), draw(DType::float32, 1)}, {draw(DType::float64, 0), draw(DType::float64, 1)}};
}

Timed by_turns(Tier& tier, const Pairs& pairs, const std::vector<Index>& rows) {
  const Pair& pair = pairs.of(tier);
  return {tier.name(),
          [&pair, &tier, &rows, turn = std::size_t{0}]() mutable { tier.compute(pair.samples[turn++ % 2], rows); }};
}

std::vector<Index> rows_of(Index n, Index count) {
  std::vector<Index> rows;
  for (Index k = 0; k < count; ++k) rows.push_back(k * n / count);
  return rows;
}

void verify(const Pairs& pairs, const Tiers& fast, const Tiers& wide) {
  for (const Pair* pair : {&pairs.narrow, &pairs.wide})
    for (const Sample& sample : pair->samples) {
      const Index n = sample.problem.shape.tokens;
      const Truth truth = enclose_rows(sample, n > 1000 ? std::vector{n - 1} : std::vector{Index{0}, n - 1});
      for (const auto* tiers : {&fast, &wide})
        for (const auto& tier : *tiers)
          if (&pairs.of(*tier) == pair) require_right(*tier, sample, truth);
    }
}

// More repetitions where they are cheap.
Effort effort_for(const Case& what) {
  const double products = static_cast<double>(what.n * what.n * what.d);
  return {products > 2e8 ? 4 : products > 2e7 ? 10 : 60, products > 2e7 ? 0 : 0.002};
}

void time_fast(Line& line, const Pairs& pairs, const Tiers& tiers) {
  const std::vector<Index> rows = rows_of(line.what.n, line.what.n);
  std::vector<Timed> timed;
  for (const auto& tier : tiers) timed.push_back(by_turns(*tier, pairs, rows));
  timed.push_back({"multiply-adds", [] { run_fma_peak(); }});
  const std::vector<double> seconds = fastest(timed, effort_for(line.what));
  line.plain_seconds = seconds.front();
  for (std::size_t k = 1; k < tiers.size(); ++k) line.ratios[tiers[k]->name()] = {seconds[k] / seconds.front(), false};
  // dot product and magnitude along head_dim; value, spread and size along value_dim
  const double multiply_adds = static_cast<double>(line.what.n * line.what.n * line.what.d) * (2 + 3);
  const double peak = static_cast<double>(fma_peak_operations()) / seconds.back();
  line.part_of_peak = multiply_adds / (line.ratios.at("full bound").value * line.plain_seconds) / peak;
}

double seconds_of_row(Tier& tier, const Sample& sample) {
  const std::vector<Index> row{0};
  const auto begin = std::chrono::steady_clock::now();
  tier.compute(sample, row);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void time_wide(Line& line, const Pairs& pairs, const Tiers& tiers) {
  for (const auto& tier : tiers) {
    const double row = seconds_of_row(*tier, pairs.of(*tier).samples[0]);
    const Index count = std::clamp(static_cast<Index>(slow_seconds / row), Index{1}, line.what.n);
    const std::vector<Index> rows = rows_of(line.what.n, count);
    const Effort effort{3, row * static_cast<double>(count) < slow_seconds / 10 ? slow_seconds / 10 : 0};
    const double seconds = fastest({by_turns(*tier, pairs, rows)}, effort).front();
    const double whole = seconds * static_cast<double>(line.what.n) / static_cast<double>(count);
    line.ratios[tier->name()] = {whole / line.plain_seconds, count < line.what.n};
  }
}

std::string short_number(double x) {
  if (x < 10) return fmt::format("{:.2f}", x);
  return x < 100 ? fmt::format("{:.1f}", x) : fmt::format("{:.0f}", x);
}

std::vector<std::string> columns() {
  std::vector<std::string> names;
  const Tiers fast = fast_tiers(), wide = wide_tiers();
  for (std::size_t k = 1; k < fast.size(); ++k) names.push_back(fast[k]->name());
  for (const auto& tier : wide) names.push_back(tier->name());
  return names;
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const Index n : {4, 16, 64, 256, 1024, 4096})
    for (const Index d : {2, 16, 64, 128}) cases.push_back({Kind::gaussian, n, d});
  cases.push_back({Kind::integer_grid, 64, 64});
  return cases;
}

Line time_case(const Case& what) {
  const Pairs pairs = draw_pairs(what);
  const Tiers fast = fast_tiers(), wide = wide_tiers();
  verify(pairs, fast, wide);
  Line line{what, 0, {}, 0};
  time_fast(line, pairs, fast);
  time_wide(line, pairs, wide);
  return line;
}

std::string table_text(const std::vector<Line>& lines) {
  std::string text = "| n | d | plain float64, ns a pair |", rule = "|---|---|---|";
  for (const std::string& name : columns()) {
    text += fmt::format(" {} |", name);
    rule += "---|";
  }
  text += " full bound, part of FMA peak |\n" + rule + "---|\n";
  for (const Line& line : lines) {
    const double pairs = static_cast<double>(line.what.n * line.what.n);
    const char* grid = line.what.kind == Kind::integer_grid ? ", integer grid" : "";
    text += fmt::format("| {} | {}{} | {} |", line.what.n, line.what.d, grid,
                        short_number(line.plain_seconds / pairs * 1e9));
    for (const std::string& name : columns()) {
      const Ratio& ratio = line.ratios.at(name);
      text += fmt::format(" {}{} |", ratio.sampled ? "~" : "", short_number(ratio.value));
    }
    text += fmt::format(" {:.0f} % |\n", 100 * line.part_of_peak);
  }
  return text;
}

}  // namespace attncheck::bench
