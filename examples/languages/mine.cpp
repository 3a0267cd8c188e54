// Attention in plain C++, on vectors of vectors.
#include <algorithm>
#include <cmath>

#include "attncheck_shim.hpp"

Matrix attention(const Matrix& query, const Matrix& key, const Matrix& value, bool causal) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(query[0].size()));
  Matrix output(query.size(), std::vector<float>(value[0].size(), 0.0f));
  for (std::size_t i = 0; i < query.size(); ++i) {
    const std::size_t visible = causal ? i + 1 : key.size();
    std::vector<float> weights(visible, 0.0f);
    for (std::size_t j = 0; j < visible; ++j) {
      for (std::size_t d = 0; d < key[j].size(); ++d) weights[j] += query[i][d] * key[j][d];
      weights[j] *= scale;
    }
    const float largest = *std::max_element(weights.begin(), weights.end());
    float total = 0.0f;
    for (float& weight : weights) total += weight = std::exp(weight - largest);
    for (std::size_t j = 0; j < visible; ++j)
      for (std::size_t c = 0; c < value[j].size(); ++c) output[i][c] += weights[j] / total * value[j][c];
  }
  return output;
}
