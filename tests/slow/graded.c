// A right attention with one error of relative size 2^-SIZE in the step that KIND names; used by resolution_test.cpp.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { SCALE, EVERY_EXP, ONE_EXP, SMALL_WEIGHTS, DENOMINATOR, OUTPUT, LEAK };

static const float error = 1.0f / (1 << SIZE);

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float scale = 1.0f / sqrtf((float)head_dim);
  if (KIND == SCALE) scale *= 1.0f + error;
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      float dot = 0.0f;
      for (size_t d = 0; d < head_dim; ++d) dot += query[i * head_dim + d] * key[j * head_dim + d];
      weight[j] = scale * dot;
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) {
      weight[j] = expf(weight[j] - largest);
      if (KIND == EVERY_EXP && weight[j] < 1.0f) weight[j] *= 1.0f + error;
      if (KIND == ONE_EXP && weight[j] < 1.0f && j == visible / 2) weight[j] *= 1.0f + error;
      if (KIND == SMALL_WEIGHTS && weight[j] < error) weight[j] = 0.0f;
      total += weight[j];
    }
    if (KIND == DENOMINATOR) total += error;
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
      if (KIND == OUTPUT) output[i * value_dim + c] *= 1.0f + error;
      if (KIND == LEAK && causal && i + 1 < tokens) output[i * value_dim + c] += error * value[(i + 1) * value_dim + c];
    }
  }
  free(weight);
}
