/* Style: log-softmax first (logit - max - log of the sum), then its exponential.
 * The logarithm is taken relative to the maximum, so nothing large is stored. */
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
  const float root = sqrtf((float)head_dim);
  float* row = malloc(tokens * sizeof *row);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t n = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < n; ++j) {
      row[j] = dot(query + i * head_dim, key + j * head_dim, head_dim) / root;
      largest = fmaxf(largest, row[j]);
    }
    for (size_t j = 0; j < n; ++j) total += expf(row[j] - largest);
    const float log_total = logf(total);
    for (size_t j = 0; j < n; ++j) row[j] = expf((row[j] - largest) - log_total);
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < n; ++j) sum += row[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum;
    }
  }
  free(row);
}
