// Wrong: exp by (1 + x/4096)^4096 near 0, 1e-4 off at x = -1.
// Notices: scaling/*, accuracy/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float power_exp(float x) {
  if (x < -4.0f) return expf(x);
  float y = 1.0f + x / 4096.0f;
  for (int k = 0; k < 12; ++k) y *= y;
  return y;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] = scale * dot;
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = power_exp(weight[j] - largest);
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
