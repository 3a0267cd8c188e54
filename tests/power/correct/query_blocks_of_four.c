/* Style: four query rows at a time against each key, and a last block of fewer.
 * Keys of weight exactly 0 are skipped in the sum of values. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

static void block(const float* query, const float* key, const float* value, float* output, size_t first, size_t rows,
                  size_t tokens, size_t head_dim, size_t value_dim, int causal, float* weights) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float largest[4], total[4];
  for (size_t r = 0; r < rows; ++r) largest[r] = -INFINITY, total[r] = 0.0f;
  for (size_t j = 0; j < tokens; ++j)
    for (size_t r = 0; r < rows; ++r) {
      const int hidden = causal && j > first + r;
      const float logit =
          hidden ? -INFINITY : scale * dot(query + (first + r) * head_dim, key + j * head_dim, head_dim);
      weights[j * 4 + r] = logit;
      largest[r] = fmaxf(largest[r], logit);
    }
  for (size_t j = 0; j < tokens; ++j)
    for (size_t r = 0; r < rows; ++r) total[r] += weights[j * 4 + r] = expf(weights[j * 4 + r] - largest[r]);
  for (size_t x = 0; x < rows * value_dim; ++x) output[first * value_dim + x] = 0.0f;
  for (size_t j = 0; j < tokens; ++j)
    for (size_t r = 0; r < rows; ++r) {
      const float weight = weights[j * 4 + r] / total[r];
      if (weight == 0.0f) continue;
      for (size_t c = 0; c < value_dim; ++c) output[(first + r) * value_dim + c] += weight * value[j * value_dim + c];
    }
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* weights = malloc(4 * tokens * sizeof *weights);
  for (size_t first = 0; first < tokens; first += 4) {
    const size_t rows = tokens - first < 4 ? tokens - first : 4;
    block(query, key, value, output, first, rows, tokens, head_dim, value_dim, causal, weights);
  }
  free(weights);
}
