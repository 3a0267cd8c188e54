/* Style: key is copied transposed once, so that all logits of a row are built channel by channel.
 * Every inner loop runs along the keys without a stride. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* transposed = malloc(head_dim * tokens * sizeof *transposed);
  float* row = malloc(tokens * sizeof *row);
  for (size_t j = 0; j < tokens; ++j)
    for (size_t c = 0; c < head_dim; ++c) transposed[c * tokens + j] = key[j * head_dim + c];
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) row[j] = 0.0f;
    for (size_t c = 0; c < head_dim; ++c)
      for (size_t j = 0; j < visible; ++j) row[j] += query[i * head_dim + c] * transposed[c * tokens + j];
    for (size_t j = 0; j < visible; ++j) largest = fmaxf(largest, row[j] *= scale);
    for (size_t j = 0; j < visible; ++j) total += row[j] = expf(row[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = 0.0f;
    for (size_t j = 0; j < visible; ++j)
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] += row[j] * value[j * value_dim + c];
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] /= total;
  }
  free(row);
  free(transposed);
}
