/* Style: no scratch memory at all; every logit is computed three times.
 * Once for the maximum, once for the sum, once for the weight. */
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
  for (size_t i = 0; i < tokens; ++i) {
    const float* q = query + i * head_dim;
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) largest = fmaxf(largest, scale * dot(q, key + j * head_dim, head_dim));
    for (size_t j = 0; j < visible; ++j) total += expf(scale * dot(q, key + j * head_dim, head_dim) - largest);
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      const float weight = expf(scale * dot(q, key + j * head_dim, head_dim) - largest) / total;
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] += weight * value[j * value_dim + c];
    }
  }
}
