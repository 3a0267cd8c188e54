/* Attention as somebody writes it who has read the first screen of README.md and nothing else. */
#include <math.h>
#include <stddef.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float scale = 1 / sqrtf(head_dim);
  float weight[tokens];
  for (size_t i = 0; i < tokens; i++) {
    size_t seen = causal ? i + 1 : tokens;
    float max = -INFINITY;
    float sum = 0;
    for (size_t j = 0; j < tokens; j++) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; c++) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] = scale * dot;
    }
    for (size_t j = 0; j < seen; j++) max = fmaxf(max, weight[j]);
    for (size_t j = 0; j < seen; j++) sum += weight[j] = expf(weight[j] - max);
    for (size_t c = 0; c < value_dim; c++) {
      float total = 0;
      for (size_t j = 0; j < seen; j++) total += weight[j] / sum * value[j * value_dim + c];
      output[i * value_dim + c] = total;
    }
  }
}
