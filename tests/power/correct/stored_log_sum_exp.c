/* Style: the log-sum-exp of every row is computed and stored in a first pass; weights are exp(logit - lse).
 * This is how a forward pass is recomputed in a backward one; rows may sum to one only up to rounding of lse. */
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
  float* lse = malloc(tokens * sizeof *lse);
  float* logit = malloc(tokens * sizeof *logit);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t n = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < n; ++j) {
      logit[j] = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
      largest = fmaxf(largest, logit[j]);
    }
    for (size_t j = 0; j < n; ++j) total += expf(logit[j] - largest);
    lse[i] = largest + logf(total);
  }
  for (size_t i = 0; i < tokens; ++i) {
    const size_t n = causal ? i + 1 : tokens;
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = 0.0f;
    for (size_t j = 0; j < n; ++j) {
      const float weight = expf(scale * dot(query + i * head_dim, key + j * head_dim, head_dim) - lse[i]);
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] += weight * value[j * value_dim + c];
    }
  }
  free(logit);
  free(lse);
}
