/* Style: exp2(dot * c - max * c) with c = log2(e)/sqrt(head_dim), the product with the maximum rounded once a tile.
 * Maxima are of the unscaled dot products; the form of published fused kernels. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define TILE 32

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float factor = 1.44269504088896340736f / sqrtf((float)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float* row = output + i * value_dim;
    float largest = -INFINITY, total = 0.0f, product[TILE];
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t start = 0; start < visible; start += TILE) {
      const size_t n = visible - start < TILE ? visible - start : TILE;
      float raised = largest;
      for (size_t j = 0; j < n; ++j) {
        product[j] = dot(query + i * head_dim, key + (start + j) * head_dim, head_dim);
        raised = fmaxf(raised, product[j]);
      }
      const float keep = exp2f((largest - raised) * factor), shift = raised * factor;
      total *= keep;
      for (size_t c = 0; c < value_dim; ++c) row[c] *= keep;
      for (size_t j = 0; j < n; ++j) {
        const float weight = exp2f(product[j] * factor - shift);
        total += weight;
        for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[(start + j) * value_dim + c];
      }
      largest = raised;
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
}
