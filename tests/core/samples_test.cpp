// Samples keep what a picture needs in bounded space, and count all.
#include "core/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attncheck {
namespace {

Sample sample_of(Index tokens, double ratio) { return {tokens, 1, 0, ratio}; }

Index sum(const std::map<int, Index>& counts) {
  return std::accumulate(counts.begin(), counts.end(), Index{0},
                         [](Index all, const auto& one) { return all + one.second; });
}

TEST(Samples, that_are_few_are_all_kept_in_their_order) {
  Samples samples;
  for (Index k = 0; k < 90; ++k) samples.add(sample_of(k, 0.5));
  const Sampled all = samples.all();
  ASSERT_EQ(all.kept.size(), 90U);
  for (Index k = 0; k < 90; ++k) EXPECT_EQ(all.kept[static_cast<std::size_t>(k)].tokens, k);
  EXPECT_EQ(all.all, 90);
  EXPECT_EQ(all.ratios, (std::map<int, Index>{{-1, 90}}));
  EXPECT_TRUE(all.closests.empty());
}

TEST(Samples, that_are_many_are_thinned_and_the_largest_stay) {
  Samples samples;
  for (Index k = 0; k < 100000; ++k) samples.add(sample_of(k, k == 77777 ? 1e6 : 1 + static_cast<double>(k % 7) / 8));
  const Sampled all = samples.all();
  EXPECT_LE(all.kept.size(), 128U);
  EXPECT_GE(all.kept.size(), 48U);
  EXPECT_EQ(all.all, 100000);
  EXPECT_EQ(sum(all.ratios), 100000);
  const auto most = std::ranges::max_element(all.kept, {}, &Sample::ratio);
  EXPECT_EQ(most->tokens, 77777);
  EXPECT_TRUE(std::ranges::is_sorted(all.kept, {}, &Sample::tokens));
  EXPECT_EQ(all.kept.front().tokens, 0);
  EXPECT_GT(all.kept.back().tokens, 90000) << "spread over all of them";
}

TEST(Samples, of_one_call_count_once_with_the_largest_ratio) {
  Samples samples;
  samples.add(sample_of(1, 0.25), 7);
  samples.add(sample_of(1, 3), 7);
  samples.add(sample_of(1, 0.5), 7);
  samples.add(sample_of(2, 0.5), 8);
  samples.add(sample_of(3, 0.5));
  samples.add(sample_of(4, 0.5));
  const Sampled all = samples.all();
  ASSERT_EQ(all.kept.size(), 4U);
  EXPECT_EQ(all.kept[0].ratio, 3);
}

TEST(Samples, take_no_number_for_infinite_and_leave_out_what_is_not_known) {
  Samples samples;
  samples.add(sample_of(1, std::nan("")));
  samples.add(sample_of(2, HUGE_VAL));
  samples.add(sample_of(3, 0));
  samples.add(sample_of(4, 1e-300));
  samples.add(sample_of(5, Sample::not_known));
  const Sampled all = samples.all();
  EXPECT_EQ(all.all, 4);
  EXPECT_EQ(all.kept[0].ratio, HUGE_VAL);
  EXPECT_EQ(all.ratios, (std::map<int, Index>{{Sampled::least, 2}, {Sampled::most, 2}}));
}

}  // namespace
}  // namespace attncheck
