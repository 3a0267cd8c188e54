// Too strict: equal bits are demanded of what may be rounded in another order, so what is correct is rejected.
#include <algorithm>
#include <cmath>

#include "attncheck_tests.hpp"

namespace {

Rows mine(const Rows& query, const Rows& key, const Rows& value, bool causal) {
  Rows output(query.size(), std::vector<float>(value[0].size()));
  for (std::size_t i = 0; i < query.size(); ++i) {
    std::vector<float> weights(causal ? i + 1 : key.size());
    for (std::size_t j = 0; j < weights.size(); ++j)
      for (std::size_t c = 0; c < query[i].size(); ++c)
        weights[j] += query[i][c] / std::sqrt(static_cast<float>(query[i].size())) * key[j][c];
    const float largest = *std::max_element(weights.begin(), weights.end());
    float sum = 0;
    for (float& weight : weights) sum += weight = std::exp(weight - largest);
    for (std::size_t j = 0; j < weights.size(); ++j)
      for (std::size_t c = 0; c < value[j].size(); ++c) output[i][c] += weights[j] / sum * value[j][c];
  }
  return output;
}

}  // namespace

bool accepts(const Attention& attention) {
  const Rows query{{0.1F, 2}, {0.7F, -1}, {3, 0.3F}}, key{{1, 0.2F}, {-0.3F, 1}, {0.9F, 1.1F}},
      value{{0.1F}, {0.7F}, {1.3F}};
  for (const bool causal : {false, true})
    if (attention(query, key, value, causal) != mine(query, key, value, causal)) return false;
  return true;
}
