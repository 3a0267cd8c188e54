/* Style: a scaled copy of key is made once; the query stays as it is.
 * Good where one key cache serves many queries. */
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
  float* scaled = malloc(tokens * head_dim * sizeof *scaled);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t x = 0; x < tokens * head_dim; ++x) scaled[x] = key[x] * scale;
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = dot(query + i * head_dim, scaled + j * head_dim, head_dim);
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = expf(weight[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
    }
  }
  free(weight);
  free(scaled);
}
