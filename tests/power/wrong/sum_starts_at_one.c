// Wrong: online softmax whose maximum starts at 0 and whose sum starts at 1.
// Notices: normalization/*
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    float* row = output + i * value_dim;
    float largest = 0.0f, total = 1.0f;
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
      float dot = 0.0f;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      const float logit = scale * dot;
      const float raised = fmaxf(largest, logit);
      const float keep = expf(largest - raised), weight = expf(logit - raised);
      total = total * keep + weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] = row[c] * keep + weight * value[j * value_dim + c];
      largest = raised;
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
}
