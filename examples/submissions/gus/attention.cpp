// Right: the query is scaled first, and hidden logits are minus infinity.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attncheck/abi.h"

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(head_dim));
  std::vector<float> weights(tokens);
  for (size_t i = 0; i < tokens; ++i) {
    float largest = -std::numeric_limits<float>::infinity();
    for (size_t j = 0; j < tokens; ++j) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * scale * key[j * head_dim + c];
      weights[j] = causal && j > i ? -std::numeric_limits<float>::infinity() : dot;
      largest = std::max(largest, weights[j]);
    }
    float sum = 0;
    for (size_t j = 0; j < tokens; ++j) sum += weights[j] = std::exp(weights[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float mean = 0;
      for (size_t j = 0; j < tokens; ++j) mean += weights[j] * value[j * value_dim + c];
      output[i * value_dim + c] = mean / sum;
    }
  }
}
