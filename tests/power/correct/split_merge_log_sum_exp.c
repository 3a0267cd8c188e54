/* Style: keys split in four parts, each attended to by itself and normalised, merged by their log-sum-exp.
 * Parts that a causal row does not see are left out. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define PARTS 4

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

/* Attention of one query over n keys: a normalised row, and its log-sum-exp returned. */
static float part(const float* query, const float* key, const float* value, size_t n, size_t head_dim, size_t value_dim,
                  float* logit, float* row) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float largest = -INFINITY, total = 0.0f;
  for (size_t j = 0; j < n; ++j) {
    logit[j] = scale * dot(query, key + j * head_dim, head_dim);
    largest = fmaxf(largest, logit[j]);
  }
  for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
  for (size_t j = 0; j < n; ++j) {
    const float weight = expf(logit[j] - largest);
    total += weight;
    for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[j * value_dim + c];
  }
  for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  return largest + logf(total);
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const size_t length = (tokens + PARTS - 1) / PARTS;
  float* logit = malloc(length * sizeof *logit);
  float* rows = malloc(PARTS * value_dim * sizeof *rows);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float lse[PARTS], largest = -INFINITY, total = 0.0f;
    size_t parts = 0;
    for (size_t start = 0; start < visible; start += length, ++parts) {
      const size_t n = visible - start < length ? visible - start : length;
      lse[parts] = part(query + i * head_dim, key + start * head_dim, value + start * value_dim, n, head_dim, value_dim,
                        logit, rows + parts * value_dim);
      largest = fmaxf(largest, lse[parts]);
    }
    for (size_t p = 0; p < parts; ++p) total += expf(lse[p] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t p = 0; p < parts; ++p) sum += expf(lse[p] - largest) / total * rows[p * value_dim + c];
      output[i * value_dim + c] = sum;
    }
  }
  free(rows);
  free(logit);
}
