/* Style: restrict pointers and simd pragmas, for a compiler that vectorises and re-associates sums where told so.
 * The reductions may be done in any order. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* restrict a, const float* restrict b, size_t n) {
  float sum = 0.0f;
#pragma omp simd reduction(+ : sum)
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

static void axpy(float weight, const float* restrict x, float* restrict y, size_t n) {
#pragma omp simd
  for (size_t c = 0; c < n; ++c) y[c] += weight * x[c];
}

void attention(const float* restrict query, const float* restrict key, const float* restrict value,
               float* restrict output, size_t tokens, size_t head_dim, size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* restrict weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float* restrict row = output + i * value_dim;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) weight[j] = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
    for (size_t j = 0; j < visible; ++j) largest = weight[j] > largest ? weight[j] : largest;
    for (size_t j = 0; j < visible; ++j) weight[j] = expf(weight[j] - largest);
#pragma omp simd reduction(+ : total)
    for (size_t j = 0; j < visible; ++j) total += weight[j];
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < visible; ++j) axpy(weight[j] / total, value + j * value_dim, row, value_dim);
  }
  free(weight);
}
