// Wrong: one maximum for four query rows at a time, so rows of much smaller logits lose all weight.
// Notices: causality/future_is_invisible
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weights = malloc(4 * tokens * sizeof *weights);
  for (size_t first = 0; first < tokens; first += 4) {
    const size_t rows = tokens - first < 4 ? tokens - first : 4;
    float largest = -INFINITY;
    for (size_t i = first; i < first + rows; ++i)
      for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
        float dot = 0.0f;
        for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
        weights[(i - first) * tokens + j] = scale * dot;
        largest = fmaxf(largest, scale * dot);
      }
    for (size_t i = first; i < first + rows; ++i) {
      float* row = output + i * value_dim;
      float total = 0.0f;
      for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
      for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
        const float weight = expf(weights[(i - first) * tokens + j] - largest);
        total += weight;
        for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[j * value_dim + c];
      }
      for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
    }
  }
  free(weights);
}
