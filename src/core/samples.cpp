#include "core/samples.h"

#include <algorithm>
#include <cmath>

namespace attncheck {
namespace {

constexpr std::size_t most_even = 96;
constexpr std::size_t most_largest = 32;

double number_or_infinity(double ratio) { return std::isnan(ratio) ? HUGE_VAL : ratio; }

void count(std::map<int, Index>& counts, double ratio) {
  if (ratio >= 0) ++counts[ratio > 0 ? std::clamp(std::ilogb(ratio), Sampled::least, Sampled::most) : Sampled::least];
}

}  // namespace

void Samples::add(Sample sample, std::optional<Index> call) {
  sample.ratio = number_or_infinity(sample.ratio);
  sample.closest = number_or_infinity(sample.closest);
  if (sample.size() < 0) return;
  if (open_ && call && call == call_) {
    open_->ratio = std::max(open_->ratio, sample.ratio);
    open_->closest = std::max(open_->closest, sample.closest);
    return;
  }
  settle();
  open_ = sample;
  call_ = call;
}

void Samples::settle() {
  if (!open_) return;
  const Numbered next{settled_++, *open_};
  count(ratios_, next.sample.ratio);
  count(closests_, next.sample.closest);
  if (next.number % stride_ == 0) even_.push_back(next);
  if (even_.size() > most_even) {
    stride_ *= 2;
    std::erase_if(even_, [&](const Numbered& one) { return one.number % stride_ != 0; });
  }
  if (largest_.size() < most_largest) {
    largest_.push_back(next);
    return;
  }
  const auto smallest = std::ranges::min_element(largest_, {}, [](const Numbered& one) { return one.sample.size(); });
  if (next.sample.size() > smallest->sample.size()) *smallest = next;
}

Sampled Samples::all() const {
  Samples settled = *this;
  settled.settle();
  std::vector<Numbered> both = settled.even_;
  both.insert(both.end(), settled.largest_.begin(), settled.largest_.end());
  std::ranges::sort(both, {}, &Numbered::number);
  const auto is_twice = [](const Numbered& one, const Numbered& next) { return one.number == next.number; };
  both.erase(std::unique(both.begin(), both.end(), is_twice), both.end());
  Sampled out{settled.settled_, {}, settled.ratios_, settled.closests_};
  for (const Numbered& one : both) out.kept.push_back(one.sample);
  return out;
}

}  // namespace attncheck
