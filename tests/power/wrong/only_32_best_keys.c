// Wrong: only the 32 keys with the largest logits are used.
// Notices: scaling/*, accuracy/*, extremes/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* logit = malloc(2 * tokens * sizeof *logit);
  float* order = logit + tokens;
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens, kept = visible < 32 ? visible : 32;
    float* row = output + i * value_dim;
    float total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      logit[j] = scale * dot;
      size_t place = j < kept ? j : kept;
      if (j >= kept && logit[j] <= order[kept - 1]) continue;
      if (place == kept) place = kept - 1;
      for (; place > 0 && order[place - 1] < logit[j]; --place) order[place] = order[place - 1];
      order[place] = logit[j];
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      if (logit[j] < order[kept - 1]) continue;
      const float weight = expf(logit[j] - order[0]);
      total += weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[j * value_dim + c];
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
  free(logit);
}
