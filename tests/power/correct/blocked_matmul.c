/* Style: two blocked matrix products around a softmax of rows.
 * Blocks of 24 x 40 x 16 with tails on every side, so that no size is special. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* c[m, n] = a[m, k] b with b[k, n] read through its two strides */
static void product(const float* a, const float* b, size_t row_stride, size_t column_stride, float* c, size_t m,
                    size_t n, size_t k) {
  for (size_t x = 0; x < m * n; ++x) c[x] = 0.0f;
  for (size_t i0 = 0; i0 < m; i0 += 24)
    for (size_t k0 = 0; k0 < k; k0 += 16)
      for (size_t j0 = 0; j0 < n; j0 += 40)
        for (size_t i = i0; i < least(m, i0 + 24); ++i)
          for (size_t l = k0; l < least(k, k0 + 16); ++l)
            for (size_t j = j0; j < least(n, j0 + 40); ++j)
              c[i * n + j] += a[i * k + l] * b[l * row_stride + j * column_stride];
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weights = malloc(tokens * tokens * sizeof *weights);
  product(query, key, 1, head_dim, weights, tokens, tokens, head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = weights + i * tokens;
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) largest = fmaxf(largest, row[j] *= scale);
    for (size_t j = 0; j < visible; ++j) total += row[j] = expf(row[j] - largest);
    for (size_t j = 0; j < tokens; ++j) row[j] = j < visible ? row[j] / total : 0.0f;
  }
  product(weights, value, value_dim, 1, output, tokens, value_dim, tokens);
  free(weights);
}
