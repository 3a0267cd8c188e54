// Wrong: minus infinity is added to hidden logits, so NaN in a hidden key stays. It declares that NaN does not leak.
// Notices: causality/nan_reaches_rows_that_see_it
// Options: --declare nan=yes
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
      weights[i * tokens + j] = dot * scale + (causal && j > i ? -INFINITY : 0.0f);
    }
  for (size_t i = 0; i < tokens; ++i) {
    float* row = weights + i * tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < tokens; ++j) largest = fmaxf(largest, row[j]);
    for (size_t j = 0; j < tokens; ++j) total += row[j] = expf(row[j] - largest);
    for (size_t j = 0; j < tokens; ++j) row[j] /= total;
  }
  for (size_t i = 0; i < tokens; ++i)
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < tokens; ++j) sum += weights[i * tokens + j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum;
    }
  free(weights);
}
