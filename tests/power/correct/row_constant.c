/* Style: an additive mask that holds 1 instead of 0 where a key is visible.
 * The same constant on all visible logits of a row cancels in the softmax. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* row = malloc(tokens * sizeof *row);
  for (size_t i = 0; i < tokens; ++i) {
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < tokens; ++j) {
      const float mask = causal && j > i ? -INFINITY : 1.0f;
      row[j] = scale * dot(query + i * head_dim, key + j * head_dim, head_dim) + mask;
      largest = fmaxf(largest, row[j]);
    }
    for (size_t j = 0; j < tokens; ++j) total += row[j] = expf(row[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < tokens; ++j) sum += row[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
    }
  }
  free(row);
}
