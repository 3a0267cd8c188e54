// Wrong: the argument of exp is never below -20, so far keys add up.
// Notices: accuracy/small_weights_add_up
// Options: --effort default --properties accuracy/small_weights_add_up
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* logits = malloc(tokens * sizeof *logits);
  for (size_t i = 0; i < tokens; i++) {
    const size_t seen = causal ? i + 1 : tokens;
    float max = -INFINITY, sum = 0;
    for (size_t j = 0; j < seen; j++) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; c++) dot += query[i * head_dim + c] * key[j * head_dim + c];
      logits[j] = dot / sqrtf((float)head_dim);
      max = fmaxf(max, logits[j]);
    }
    for (size_t j = 0; j < seen; j++) sum += logits[j] = expf(fmaxf(logits[j] - max, -20));
    for (size_t c = 0; c < value_dim; c++) {
      float average = 0;
      for (size_t j = 0; j < seen; j++) average += logits[j] / sum * value[j * value_dim + c];
      output[i * value_dim + c] = average;
    }
  }
  free(logits);
}
