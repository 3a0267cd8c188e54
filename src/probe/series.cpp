#include "probe/series.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attncheck {
namespace {

constexpr Index multiples[] = {256, 128, 64, 32, 16, 8, 4, 2};

/// The largest step that every answered size is a multiple of, while no refused one up to the largest answered is.
Index step_of(const Series& series) {
  for (const Index step : multiples) {
    const auto fits = [&](Index size) { return size % step == 0; };
    const auto fits_below = [&](Index size) { return size < series.answered.back() && fits(size); };
    if (std::ranges::all_of(series.answered, fits) && std::ranges::none_of(series.refused, fits_below)) return step;
  }
  return 1;
}

}  // namespace

std::vector<Answered> proposals(const Series& series, const LimitKeys& keys) {
  if (series.refused.empty()) return {{fmt::format("{}: every size that was tried is answered", keys.what), "", ""}};
  const Index largest = series.answered.back();
  const std::string why = fmt::format("{} {}", keys.what, series.first_refusal);
  const bool holes = series.refused.front() < largest;
  const bool one_size = series.answered.size() == 1 && !keys.list.empty();
  const Index step = holes && !one_size ? step_of(series) : 1;
  std::vector<Answered> found;
  if (holes && step == 1) {
    const std::string answered = fmt::format("{}", fmt::join(series.answered, ","));
    if (!keys.list.empty()) return {{why, keys.list, answered}};
    return {{fmt::format("of {} only {} are answered, and no limit says that; {}", keys.what, answered, why), "", ""}};
  }
  if (holes) found.push_back({why, keys.multiple, std::to_string(step)});
  const auto beyond = [&](Index size) { return size > largest && size % step == 0; };
  const auto first = std::ranges::find_if(series.refused, beyond);
  if (first != series.refused.end())
    found.push_back(
        {holes ? fmt::format("{} {} is not answered", keys.what, *first) : why, keys.most, std::to_string(largest)});
  return found;
}

}  // namespace attncheck
