#include "reference/records.h"

#include <algorithm>
#include <vector>

namespace attncheck {
namespace {

// ends[k] is the smallest last point of a rise of length k + 1. An interval [low, high] extends every rise whose end
// lies below high: those ending in [low, high) keep their end (strictly above it by as little as wanted), the longest
// one ending below low gets the end low. So: insert low, and drop the first end that is at least high.
void extend(std::vector<double>& ends, double low, double high) {
  const auto place = std::lower_bound(ends.begin(), ends.end(), low);
  const auto first_kept = ends.insert(place, low);
  const auto dropped = std::lower_bound(first_kept + 1, ends.end(), high);
  if (dropped != ends.end()) ends.erase(dropped);
}

}  // namespace

int longest_rise(std::span<const double> centre, std::span<const double> radius) {
  std::vector<double> forwards, backwards;
  for (std::size_t j = 0; j < centre.size(); ++j) {
    const std::size_t b = centre.size() - 1 - j;
    extend(forwards, centre[j] - radius[j], centre[j] + radius[j]);
    extend(backwards, centre[b] - radius[b], centre[b] + radius[b]);
  }
  return static_cast<int>(std::max(forwards.size(), backwards.size()));
}

}  // namespace attncheck
