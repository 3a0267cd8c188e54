/* Style: online softmax in tiles of 16 keys; tiles after the row are computed and hidden one by one.
 * Multiplies by the reciprocal of the sum at the end. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define TILE 16

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
    float largest = -INFINITY, total = 0.0f, logit[TILE];
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t start = 0; start < tokens; start += TILE) {
      const size_t n = tokens - start < TILE ? tokens - start : TILE;
      float raised = largest;
      for (size_t j = 0; j < n; ++j) {
        const int hidden = causal && start + j > i;
        logit[j] = hidden ? -INFINITY : scale * dot(query + i * head_dim, key + (start + j) * head_dim, head_dim);
        raised = fmaxf(raised, logit[j]);
      }
      if (raised == -INFINITY) continue; /* nothing visible so far */
      const float keep = expf(largest - raised);
      total *= keep;
      for (size_t c = 0; c < value_dim; ++c) row[c] *= keep;
      for (size_t j = 0; j < n; ++j) {
        const float weight = expf(logit[j] - raised);
        total += weight;
        for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[(start + j) * value_dim + c];
      }
      largest = raised;
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] *= 1.0f / total;
  }
}
