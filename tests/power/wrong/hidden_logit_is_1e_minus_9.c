// Wrong: 1e-9 typed for -1e9.
// Notices: causality/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weights = malloc(tokens * tokens * sizeof *weights);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = weights + i * tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < tokens; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      row[j] = dot * scale;
      if (causal && j > i) row[j] = 1e-9f;
      if (row[j] > largest) largest = row[j];
    }
    for (size_t j = 0; j < tokens; ++j) {
      row[j] = expf(row[j] - largest);
      total += row[j];
    }
    for (size_t j = 0; j < tokens; ++j) row[j] /= total;
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < tokens; ++j) sum += row[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum;
    }
  }
  free(weights);
}
