#include "property/explanation.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace attncheck {
namespace {

constexpr std::size_t problems_remembered = 8;
constexpr Index largest_remembered = 32;  // tokens: the comparison is information, so it must stay cheap

std::vector<Index> all_rows(const Problem& problem) {
  std::vector<Index> rows(static_cast<std::size_t>(problem.shape.tokens));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace

void Explanation::exclude(const MemberSet& members, const Exclusion& why) {
  const MemberSet first = members & possible_;
  if (first.none()) return;
  const auto proof = std::make_shared<const Exclusion>(why);
  for (int member = 0; member < max_members; ++member)
    if (first.test(static_cast<std::size_t>(member))) exclusions_.emplace(member, proof);
  possible_ &= ~members;
}

void Explanation::add(const Explanation& later) {
  exclusions_.insert(later.exclusions_.begin(), later.exclusions_.end());
  possible_ &= later.possible_;
  for (const Problem& problem : later.remembered_) remember(problem);
}

void Explanation::remember(const Problem& problem) {
  if (problem.shape.tokens > 1 && problem.shape.tokens <= largest_remembered &&
      remembered_.size() < problems_remembered)
    remembered_.push_back(problem);
}

std::vector<Explanation::Exclusion> Explanation::cover(Oracle& oracle) const {
  std::vector<Exclusion> chosen;
  if (possible_.any()) return chosen;
  MemberSet left = oracle.profile().all();
  while (left.any()) {
    const Exclusion* best = nullptr;
    MemberSet best_gain;
    for (const auto& [member, exclusion] : exclusions_) {
      const std::vector<Index> rows = all_rows(exclusion->problem);
      MemberSet gain = oracle.judge(exclusion->problem, exclusion->output, rows, left).excluded & left;
      if (left.test(static_cast<std::size_t>(member))) gain.set(static_cast<std::size_t>(member));
      if (gain.count() > best_gain.count()) {
        best = exclusion.get();
        best_gain = gain;
      }
    }
    if (best == nullptr) break;
    chosen.push_back(*best);
    left &= ~best_gain;
  }
  return chosen;
}

int Explanation::tightest(Oracle& oracle) const {
  const int members = oracle.profile().size();
  std::vector<double> log_sum(static_cast<std::size_t>(members), 0.0);
  for (const Problem& problem : remembered_) {
    const RowAnswer answer = oracle.row(problem, problem.shape.tokens - 1);
    for (std::size_t member = 0; member < log_sum.size(); ++member)
      for (const double bound : answer.bound[member])
        log_sum[member] += std::log(bound > 0 ? bound : info(problem.dtype).smallest_subnormal);
  }
  int best = -1;
  for (int member = 0; member < members; ++member) {
    const auto at = static_cast<std::size_t>(member);
    if (possible_.test(at) && (best < 0 || log_sum[at] < log_sum[static_cast<std::size_t>(best)])) best = member;
  }
  return best;
}

}  // namespace attncheck
