// Wrong: the mask is kept between calls and read with the row length of the call that made it.
// Notices: conduct/*, causality/*, shape/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float* mask;
static size_t made_for;

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  if (tokens > made_for) {
    free(mask);
    mask = malloc(tokens * tokens * sizeof *mask);
    for (size_t i = 0; i < tokens; ++i)
      for (size_t j = 0; j < tokens; ++j) mask[i * tokens + j] = j > i ? -INFINITY : 0.0f;
    made_for = tokens;
  }
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weights = malloc(tokens * tokens * sizeof *weights);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = weights + i * tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < tokens; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      row[j] = dot * scale;
      if (causal) row[j] += mask[i * tokens + j];
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
