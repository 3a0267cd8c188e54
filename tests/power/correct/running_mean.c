/* Style: the output is kept normalised, a running mean that moves towards each new value by its share.
 * Source of the form: West 1979, updating mean and variance estimates. */
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
    float* mean = output + i * value_dim;
    float largest = -INFINITY, total = 0.0f;
    for (size_t c = 0; c < value_dim; ++c) mean[c] = 0.0f;
    for (size_t j = 0; j < tokens && (!causal || j <= i); ++j) {
      const float logit = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
      const float raised = fmaxf(largest, logit);
      const float weight = expf(logit - raised);
      total = total * expf(largest - raised) + weight;
      largest = raised;
      for (size_t c = 0; c < value_dim; ++c) mean[c] += (value[j * value_dim + c] - mean[c]) * (weight / total);
    }
  }
}
