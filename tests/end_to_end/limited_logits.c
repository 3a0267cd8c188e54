/* Right as long as no |logit| is above 2, which it declares: it ends the process when one is. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* weights = malloc(tokens * sizeof *weights);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float sum = 0;
    for (size_t j = 0; j < visible; ++j) {
      float logit = 0;
      for (size_t k = 0; k < head_dim; ++k) logit += query[i * head_dim + k] * key[j * head_dim + k];
      logit /= sqrtf((float)head_dim);
      if (fabsf(logit) > 2.001f) exit(9);
      weights[j] = expf(logit - 2);
      sum += weights[j];
    }
    for (size_t c = 0; c < value_dim; ++c) {
      float out = 0;
      for (size_t j = 0; j < visible; ++j) out += weights[j] * value[j * value_dim + c];
      output[i * value_dim + c] = out / sum;
    }
  }
  free(weights);
}
