// Right: in two files; the weights are normalised before they meet the values.
#include "attncheck/abi.h"
#include "softmax.h"

namespace {

std::vector<float> logits_of_row(const float* query, const float* key, size_t visible, size_t head_dim) {
  std::vector<float> logits(visible);
  for (size_t j = 0; j < visible; ++j) {
    for (size_t c = 0; c < head_dim; ++c) logits[j] += query[c] * key[j * head_dim + c];
    logits[j] /= std::sqrt(static_cast<float>(head_dim));
  }
  return logits;
}

}  // namespace

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  for (size_t i = 0; i < tokens; ++i) {
    std::vector<float> weights = logits_of_row(query + i * head_dim, key, causal ? i + 1 : tokens, head_dim);
    softmax(weights);
    for (size_t c = 0; c < value_dim; ++c) {
      float mean = 0;
      for (size_t j = 0; j < weights.size(); ++j) mean += weights[j] * value[j * value_dim + c];
      output[i * value_dim + c] = mean;
    }
  }
}
