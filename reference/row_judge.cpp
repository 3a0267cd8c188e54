#include "reference/row_judge.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attncheck {
namespace {

constexpr int rounds = 4;  // of doubled precision before an element counts as not proven wrong

// |observed - centre| in float64 is rounded; these stay on the safe side.
Distance distance_from(double observed, double centre, double radius) {
  const double gap = std::fabs(observed - centre);
  return {std::max(0.0, gap * (1 - 0x1p-51) - radius * (1 + 0x1p-51)), (gap + radius) * (1 + 0x1p-51)};
}

}  // namespace

const std::vector<double>& MemberBounds::of(int member) {
  const auto m = static_cast<std::size_t>(member);
  if (of_[m]) return *of_[m];
  std::vector<double> bound = bound_.of(profile_.members[m]);
  if (const auto base = profile_.base[m]) {
    const std::vector<double>& least = of(*base);
    for (std::size_t c = 0; c < bound.size(); ++c) bound[c] = std::max(bound[c], least[c]);
  }
  of_[m] = std::move(bound);
  return *of_[m];
}

RowJudge::RowJudge(const ArithmeticProfile& profile, const Problem& problem, Index row, const RowStats& stats,
                   std::span<const double> output)
    : profile_(profile), problem_(problem), row_(row), stats_(stats), output_(output) {}

// The largest |observed - true| beside what every member allows; nothing where that is not known.
std::optional<double> RowJudge::ratio_to_tightest() const {
  if (!profile_.quick_accept || stats_.tightest.empty()) return std::nullopt;
  double most = 0;
  for (std::size_t c = 0; c < output_.size(); ++c) {
    const double distance = distance_from(output_[c], stats_.centre[c], stats_.radius[c]).most;
    if (!(distance <= stats_.tightest[c])) return std::nullopt;
    if (distance > 0) most = std::max(most, distance / stats_.tightest[c]);
  }
  return most;
}

void RowJudge::judge(const MemberSet& candidates, Judgement& judgement) {
  bounds_.emplace(profile_, problem_, stats_);
  for (Index c = 0; c < static_cast<Index>(output_.size()); ++c) judge_element(c, candidates, judgement);
  judgement.not_decided += undecided_;
}

void RowJudge::judge_element(Index column, const MemberSet& candidates, Judgement& judgement) {
  const auto c = static_cast<std::size_t>(column);
  double generous = -1;  // the largest finite bound
  bool unbounded = false;
  for (int member = 0; member < profile_.words.size(); ++member) {
    if (!candidates.test(static_cast<std::size_t>(member))) continue;
    const auto base = profile_.base[static_cast<std::size_t>(member)];
    const bool base_holds = base && candidates.test(static_cast<std::size_t>(*base)) && std::isfinite(output_[c]) &&
                            !beyond(column, bounds_->of(*base)[c]);
    if (base_holds) continue;  // then so does its flushing twin
    const double bound = bounds_->of(member)[c];
    if (std::isfinite(bound)) generous = std::max(generous, bound);
    if (!std::isfinite(bound)) unbounded = true;
    if (!std::isfinite(output_[c]) || beyond(column, bound)) exclude(member, cell(column, bound), judgement);
  }
  if (generous < 0 && std::isfinite(output_[c])) {
    if (unbounded) ++judgement.not_judged;
    return;
  }
  ++judgement.judged;
  if (unbounded && std::isfinite(output_[c])) return;  // the most generous member allows anything
  const Cell seen = cell(column, std::max(generous, 0.0));
  if (!judgement.worst || seen.ratio > judgement.worst->ratio) judgement.worst = seen;
}

// Proven: |observed - true| > bound. Goes up in precision while the enclosure reaches across the bound.
bool RowJudge::beyond(Index column, double bound) {
  if (!std::isfinite(bound)) return false;
  const auto c = static_cast<std::size_t>(column);
  Distance seen = distance_from(output_[c], stats_.centre[c], stats_.radius[c]);
  for (int round = 0; round < rounds && seen.least <= bound && seen.most > bound; ++round)
    seen = distance(column, round);
  // A distance that is a number of float64 to within all bits asked for has that number's two neighbours for ends, and
  // one between two such numbers has those: it is then known to its last bit, and is not above the bound.
  const bool open = seen.least <= bound && seen.most > bound;
  if (open && seen.most > std::nextafter(std::nextafter(seen.least, INFINITY), INFINITY)) ++undecided_;
  return seen.least > bound;
}

Distance RowJudge::distance(Index column, int round) {
  auto found = enclosures_.find(round);
  if (found == enclosures_.end()) {
    ++escalations_;
    std::vector<Index> columns(output_.size());
    std::iota(columns.begin(), columns.end(), Index{0});
    found = enclosures_.emplace(round, enclose(problem_, row_, columns, output_, needed_bits(stats_) << round)).first;
  }
  return found->second.observed[static_cast<std::size_t>(column)];
}

Cell RowJudge::cell(Index column, double bound) const {
  const auto c = static_cast<std::size_t>(column);
  Cell cell{row_, column, output_[c], stats_.centre[c], stats_.radius[c], bound, 0};
  double excess = std::isfinite(output_[c]) ? distance_from(output_[c], cell.centre, cell.radius).least : INFINITY;
  for (const auto& [round, enclosure] : enclosures_) excess = std::max(excess, enclosure.observed[c].least);
  if (excess > 0) cell.ratio = std::isfinite(excess) ? excess / bound : INFINITY;
  return cell;
}

void RowJudge::exclude(int member, const Cell& cell, Judgement& judgement) const {
  judgement.excluded.set(static_cast<std::size_t>(member));
  std::optional<Cell>& witness = judgement.witness[static_cast<std::size_t>(member)];
  if (!witness || cell.ratio > witness->ratio) witness = cell;
}

}  // namespace attncheck
