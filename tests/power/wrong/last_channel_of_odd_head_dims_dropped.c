// Wrong: the last channel of an odd head_dim above 130 is left out from 17 tokens on.
// Notices: accuracy/no_size_is_special
// Options: --effort default --properties accuracy/no_size*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const size_t channels = head_dim > 130 && head_dim % 2 == 1 && tokens > 16 ? head_dim - 1 : head_dim;
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY, total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < channels; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
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
