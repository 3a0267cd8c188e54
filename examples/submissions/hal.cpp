// Wrong: the scale is missing.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attncheck/abi.h"

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f;
  std::vector<float> weights(tokens);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -std::numeric_limits<float>::infinity();
    for (size_t j = 0; j < visible; ++j) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weights[j] = dot * scale;
      largest = std::max(largest, weights[j]);
    }
    float sum = 0;
    for (size_t j = 0; j < visible; ++j) sum += weights[j] = std::exp(weights[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float mean = 0;
      for (size_t j = 0; j < visible; ++j) mean += weights[j] * value[j * value_dim + c];
      output[i * value_dim + c] = mean / sum;
    }
  }
}
