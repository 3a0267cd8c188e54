// Right: one pass over the keys, with a running maximum.
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

extern "C" void attention(const float* query, const float* key, const float* value, float* output, std::size_t tokens,
                          std::size_t head_dim, std::size_t value_dim, int causal) {
  for (std::size_t i = 0; i < tokens; ++i) {
    float largest = -std::numeric_limits<float>::infinity(), sum = 0;
    std::vector<float> mean(value_dim, 0.0f);
    const std::size_t visible = causal ? i + 1 : tokens;
    for (std::size_t j = 0; j < visible; ++j) {
      float logit = 0;
      for (std::size_t c = 0; c < head_dim; ++c) logit += query[i * head_dim + c] * key[j * head_dim + c];
      logit /= std::sqrt(static_cast<float>(head_dim));
      if (logit > largest) {
        const float shrink = std::exp(largest - logit);
        sum *= shrink;
        for (float& element : mean) element *= shrink;
        largest = logit;
      }
      const float weight = std::exp(logit - largest);
      sum += weight;
      for (std::size_t c = 0; c < value_dim; ++c) mean[c] += weight * value[j * value_dim + c];
    }
    for (std::size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = mean[c] / sum;
  }
}
