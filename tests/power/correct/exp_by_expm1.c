/* Style: 1 + expm1(x) near 0, exp(x) farther away.
 * Within 2 ulp on both sides of the seam. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

static float near_one(float x) { return x > -0.5f ? 1.0f + expm1f(x) : expf(x); }

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = output + i * value_dim;
    float largest = -INFINITY, total = 0.0f;
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j)
      largest = fmaxf(largest, scale * dot(query + i * head_dim, key + j * head_dim, head_dim));
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
      const float weight = near_one(scale * dot(query + i * head_dim, key + j * head_dim, head_dim) - largest);
      total += weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[j * value_dim + c];
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
}
