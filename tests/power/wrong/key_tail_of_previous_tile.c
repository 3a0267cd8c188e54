// Wrong: a last partial tile still holds keys of the tile before, and they are counted.
// Notices: normalization/*, scaling/*, average/*, accuracy/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TILE 16

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* keys = calloc(TILE * head_dim, sizeof *keys);
  float* values = calloc(TILE * value_dim, sizeof *values);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = output + i * value_dim;
    float largest = -INFINITY, total = 0.0f;
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t start = 0; start < tokens; start += TILE) {
      const size_t n = tokens - start < TILE ? tokens - start : TILE;
      memcpy(keys, key + start * head_dim, n * head_dim * sizeof *keys);
      memcpy(values, value + start * value_dim, n * value_dim * sizeof *values);
      for (size_t j = 0; j < TILE; ++j) {
        if (causal && start + j > i) break;
        float dot = 0.0f;
        for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * keys[j * head_dim + c];
        const float raised = fmaxf(largest, scale * dot);
        const float keep = expf(largest - raised), weight = expf(scale * dot - raised);
        total = total * keep + weight;
        for (size_t c = 0; c < value_dim; ++c) row[c] = row[c] * keep + weight * values[j * value_dim + c];
        largest = raised;
      }
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
  free(values);
  free(keys);
}
