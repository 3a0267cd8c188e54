// Wrong: normalised over the queries that see a key, not over the keys a query sees.
// Notices: causality/future_is_invisible
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weights = malloc(tokens * tokens * sizeof *weights);
  for (size_t i = 0; i < tokens; ++i)
    for (size_t j = 0; j < tokens; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weights[i * tokens + j] = causal && j > i ? -INFINITY : scale * dot;
    }
  for (size_t j = 0; j < tokens; ++j) {
    float largest = -INFINITY, total = 0.0f;
    for (size_t i = 0; i < tokens; ++i) largest = fmaxf(largest, weights[i * tokens + j]);
    for (size_t i = 0; i < tokens; ++i) total += weights[i * tokens + j] = expf(weights[i * tokens + j] - largest);
    for (size_t i = 0; i < tokens; ++i) weights[i * tokens + j] /= total;
  }
  for (size_t i = 0; i < tokens; ++i)
    for (size_t c = 0; c < value_dim; ++c) {
      output[i * value_dim + c] = 0.0f;
      for (size_t j = 0; j < tokens; ++j)
        output[i * value_dim + c] += weights[i * tokens + j] * value[j * value_dim + c];
    }
  free(weights);
}
