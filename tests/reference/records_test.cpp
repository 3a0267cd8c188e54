// The number of rises a running maximum can see.
#include "reference/records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "attncheck/random.h"

namespace attncheck {
namespace {

// By trying every subset, forwards and backwards, taking the smallest possible next point each time.
int longest_by_trying(const std::vector<double>& centre, const std::vector<double>& radius) {
  const std::size_t n = centre.size();
  int longest = 0;
  for (unsigned subset = 0; subset < (1U << n); ++subset)
    for (const bool backwards : {false, true}) {
      double end = -INFINITY;
      int length = 0;
      bool possible = true;
      for (std::size_t step = 0; step < n; ++step) {
        const std::size_t j = backwards ? n - 1 - step : step;
        if ((subset >> j & 1U) == 0) continue;
        const double low = centre[j] - radius[j], high = centre[j] + radius[j];
        // strictly above `end`, by as little as wanted
        possible = possible && (low > end || (end < high));
        end = std::max(end, low);
        ++length;
      }
      if (possible) longest = std::max(longest, length);
    }
  return longest;
}

TEST(LongestRise, agrees_with_trying_every_subset) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> centre, radius;
    for (Index j = 1 + random.below(8); j > 0; --j) {
      centre.push_back(static_cast<double>(random.below(6)));
      radius.push_back(random.coin() ? 0 : static_cast<double>(random.below(5)) / 2);
    }
    EXPECT_EQ(longest_rise(centre, radius), longest_by_trying(centre, radius));
  }
}

TEST(LongestRise, counts_exact_ties_once_and_doubtful_ties_always) {
  const std::vector<double> equal(7, 1.5), none(7, 0.0), some(7, 1e-9);
  EXPECT_EQ(longest_rise(equal, none), 1);
  EXPECT_EQ(longest_rise(equal, some), 7);
}

TEST(LongestRise, of_a_ramp_is_its_length_in_either_direction) {
  EXPECT_EQ(longest_rise(std::vector<double>{1, 2, 3, 4}, std::vector<double>(4, 0.0)), 4);
  EXPECT_EQ(longest_rise(std::vector<double>{4, 3, 2, 1}, std::vector<double>(4, 0.0)), 4);
}

TEST(LongestRise, is_never_less_than_the_records_of_any_rounding_within_the_radius) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> centre, radius;
    for (int j = 0; j < 30; ++j) {
      centre.push_back(random.normal());
      radius.push_back(random.uniform() * 0.3);
    }
    int records = 0;
    double max = -INFINITY;
    for (std::size_t j = 0; j < centre.size(); ++j) {
      const double computed = centre[j] + radius[j] * (2 * random.uniform() - 1);
      if (computed > max) ++records;
      max = std::max(max, computed);
    }
    EXPECT_LE(records, longest_rise(centre, radius));
  }
}

}  // namespace
}  // namespace attncheck
