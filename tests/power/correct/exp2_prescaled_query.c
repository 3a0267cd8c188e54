/* Style: base-2 online softmax with log2(e)/sqrt(head_dim) multiplied into the query once.
 * No multiplication is left in the inner loop, as GPU kernels like it. */
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
  const float factor = 1.44269504088896340736f / sqrtf((float)head_dim);
  float* scaled = malloc(head_dim * sizeof *scaled);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = output + i * value_dim;
    float largest = -INFINITY, total = 0.0f;
    for (size_t c = 0; c < head_dim; ++c) scaled[c] = query[i * head_dim + c] * factor;
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
      const float logit = dot(scaled, key + j * head_dim, head_dim);
      const float raised = fmaxf(largest, logit);
      const float keep = exp2f(largest - raised), weight = exp2f(logit - raised);
      total = total * keep + weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] = row[c] * keep + weight * value[j * value_dim + c];
      largest = raised;
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
  free(scaled);
}
