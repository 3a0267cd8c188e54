// Wrong: the two halves of the keys are averaged.
// Notices: scaling/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

/* Normalised attention of one query over keys first .. last - 1 into row. */
static float part(const float* query, const float* key, const float* value, size_t first, size_t last, size_t head_dim,
                  size_t value_dim, float* row) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float largest = -INFINITY, total = 0.0f;
  for (size_t j = first; j < last; ++j) largest = fmaxf(largest, scale * dot(query, key + j * head_dim, head_dim));
  for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
  for (size_t j = first; j < last; ++j) {
    const float weight = expf(scale * dot(query, key + j * head_dim, head_dim) - largest);
    total += weight;
    for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[j * value_dim + c];
  }
  for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  return largest + logf(total);
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* a = malloc(2 * value_dim * sizeof *a);
  float* b = a + value_dim;
  for (size_t i = 0; i < tokens; ++i) {
    const float* q = query + i * head_dim;
    const size_t visible = causal ? i + 1 : tokens, middle = visible / 2;
    part(q, key, value, middle, visible, head_dim, value_dim, b);
    if (middle == 0) {
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = b[c];
      continue;
    }
    part(q, key, value, 0, middle, head_dim, value_dim, a);
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = 0.5f * (a[c] + b[c]);
  }
  free(a);
}
