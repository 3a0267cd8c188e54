/* Style: online softmax that rescales only when the maximum rises by more than 5.
 * Exponentials may be as large as e^5 meanwhile, which costs nothing in float. */
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
    float* row = output + i * value_dim;
    float frame = -INFINITY, total = 0.0f;
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
      const float logit = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
      if (logit > frame + 5.0f) {
        const float keep = expf(frame - logit);
        total *= keep;
        for (size_t c = 0; c < value_dim; ++c) row[c] *= keep;
        frame = logit;
      }
      const float weight = expf(logit - frame);
      total += weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[j * value_dim + c];
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
}
