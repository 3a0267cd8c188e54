// Query and key are rotated by the same Hadamard matrix, as kernels for narrow types do to spread outliers: dot
// products stay what they are. Channels beyond the last power of two are left alone.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void rotate(float* row, size_t dims) {
  size_t block = 1;
  while (2 * block <= dims) block *= 2;
  for (size_t half = 1; half < block; half *= 2)
    for (size_t start = 0; start < block; start += 2 * half)
      for (size_t c = start; c < start + half; ++c) {
        const float a = row[c], b = row[c + half];
        row[c] = a + b;
        row[c + half] = a - b;
      }
  const float factor = 1.0f / sqrtf((float)block);
  for (size_t c = 0; c < block; ++c) row[c] *= factor;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const size_t size = tokens * head_dim;
  float *turned = malloc(2 * size * sizeof *turned), *q = turned, *k = turned + size;
  float* weight = malloc(tokens * sizeof *weight);
  memcpy(q, query, size * sizeof *q);
  memcpy(k, key, size * sizeof *k);
  for (size_t i = 0; i < tokens; ++i) {
    rotate(q + i * head_dim, head_dim);
    rotate(k + i * head_dim, head_dim);
  }
  for (size_t i = 0; i < tokens; ++i) {
    const size_t seen = causal ? i + 1 : tokens;
    float top = -INFINITY, sum = 0;
    for (size_t j = 0; j < seen; ++j) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += q[i * head_dim + c] * k[j * head_dim + c];
      weight[j] = dot / sqrtf((float)head_dim);
      top = fmaxf(top, weight[j]);
    }
    for (size_t j = 0; j < seen; ++j) sum += weight[j] = expf(weight[j] - top);
    for (size_t c = 0; c < value_dim; ++c) {
      float mean = 0;
      for (size_t j = 0; j < seen; ++j) mean += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = mean / sum;
    }
  }
  free(weight);
  free(turned);
}
