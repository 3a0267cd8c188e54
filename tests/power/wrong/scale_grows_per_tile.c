// Wrong: the scale is multiplied by log2(e) again for every tile, with exp and not exp2.
// Notices: scaling/*, accuracy/*, extremes/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define TILE 64

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float scale = 1.0f / sqrtf((float)head_dim);
  float* row = malloc(value_dim * sizeof *row);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    scale = 1.0f / sqrtf((float)head_dim);
    float largest = -INFINITY, total = 0.0f, logit[TILE];
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t start = 0; start < visible; start += TILE) {
      const size_t n = visible - start < TILE ? visible - start : TILE;
      float raised = largest;
      for (size_t j = 0; j < n; ++j) {
        logit[j] = 0.0f;
        for (size_t c = 0; c < head_dim; ++c) logit[j] += query[i * head_dim + c] * key[(start + j) * head_dim + c];
        logit[j] *= scale;
        raised = fmaxf(raised, logit[j]);
      }
      const float keep = expf(largest - raised);
      total *= keep;
      for (size_t c = 0; c < value_dim; ++c) row[c] *= keep;
      for (size_t j = 0; j < n; ++j) {
        const float weight = expf(logit[j] - raised);
        total += weight;
        for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[(start + j) * value_dim + c];
      }
      largest = raised;
      scale *= 1.44269504f;
    }
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = row[c] / total;
  }
  free(row);
}
