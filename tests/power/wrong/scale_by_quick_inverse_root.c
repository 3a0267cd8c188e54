// Wrong: 1/sqrt by the shift-and-subtract trick and one Newton step, 0.2 percent off.
// Notices: scaling/*, accuracy/*
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static float quick_inverse_root(float x) {
  uint32_t word;
  float y;
  memcpy(&word, &x, sizeof word);
  word = 0x5f3759dfu - (word >> 1);
  memcpy(&y, &word, sizeof y);
  return y * (1.5f - 0.5f * x * y * y);
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = quick_inverse_root((float)head_dim);
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
