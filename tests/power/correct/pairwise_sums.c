/* Style: every sum is a balanced tree.
 * Dot products, the sum of weights and the sum of weighted values. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float pairwise(const float* a, size_t stride_a, const float* b, size_t stride_b, size_t n) {
  if (n == 1) return a[0] * b[0];
  const size_t half = n / 2;
  return pairwise(a, stride_a, b, stride_b, half) +
         pairwise(a + half * stride_a, stride_a, b + half * stride_b, stride_b, n - half);
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim), one = 1.0f;
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY;
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = scale * pairwise(query + i * head_dim, 1, key + j * head_dim, 1, head_dim);
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) weight[j] = expf(weight[j] - largest);
    const float total = pairwise(weight, 1, &one, 0, visible);
    for (size_t c = 0; c < value_dim; ++c)
      output[i * value_dim + c] = pairwise(weight, 1, value + c, value_dim, visible) / total;
  }
  free(weight);
}
