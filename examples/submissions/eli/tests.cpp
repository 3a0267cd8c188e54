// Less than half: only sums of weights are looked at.
#include <cmath>

#include "attncheck_tests.hpp"

bool accepts(const Attention& attention) {
  const Rows query{{0.1F, 0.2F}, {0.3F, -0.1F}, {0.2F, 0.1F}}, key{{0.5F, 0.1F}, {-0.2F, 0.4F}, {0.1F, 0.1F}};
  for (const bool causal : {false, true})
    for (const std::vector<float>& row : attention(query, key, {{1}, {1}, {1}}, causal))
      if (!(std::abs(row[0] - 1) < 1e-4F)) return false;
  return true;
}
