// Wrong: the transposed key is made again only when the pointer or the shape changes.
// Notices: causality/*, conduct/*, accuracy/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float* cached;
static const float* cached_key;
static size_t cached_tokens, cached_head_dim;

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  if (key != cached_key || tokens != cached_tokens || head_dim != cached_head_dim) {
    free(cached);
    cached = malloc(tokens * head_dim * sizeof *cached);
    for (size_t j = 0; j < tokens; ++j)
      for (size_t c = 0; c < head_dim; ++c) cached[c * tokens + j] = key[j * head_dim + c];
    cached_key = key, cached_tokens = tokens, cached_head_dim = head_dim;
  }
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * cached[c * tokens + j];
      weight[j] = scale * dot;
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = expf(weight[j] - largest);
      total += weight[j];
    }
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
    }
  }
  free(weight);
}
