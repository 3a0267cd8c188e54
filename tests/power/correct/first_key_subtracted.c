// The first key is subtracted from every key: all logits of a row move by the same amount, which the softmax forgets.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* moved = malloc(tokens * head_dim * sizeof *moved);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t j = 0; j < tokens; ++j)
    for (size_t c = 0; c < head_dim; ++c) moved[j * head_dim + c] = key[j * head_dim + c] - key[c];
  const float scale = 1.0f / sqrtf((float)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t seen = causal ? i + 1 : tokens;
    float top = -INFINITY, sum = 0;
    for (size_t j = 0; j < seen; ++j) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * moved[j * head_dim + c];
      weight[j] = dot * scale;
      top = fmaxf(top, weight[j]);
    }
    for (size_t j = 0; j < seen; ++j) sum += weight[j] = expf(weight[j] - top);
    for (size_t c = 0; c < value_dim; ++c) {
      float mean = 0;
      for (size_t j = 0; j < seen; ++j) mean += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = mean / sum;
    }
  }
  free(weight);
  free(moved);
}
