// Is: log2_e
// Says: 1.442 for log2(e)
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1 / sqrt((double)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float most = -INFINITY, sum = 0;
    float* out = output + i * value_dim;
    for (size_t c = 0; c < value_dim; ++c) out[c] = 0;
    for (size_t begin = 0; begin < visible; begin += 16) {
      const size_t end = begin + 16 < visible ? begin + 16 : visible;
      float logit[16], top = most;
      for (size_t j = begin; j < end; ++j) {
        float dot = 0;
        for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
        logit[j - begin] = dot * scale;
        if (logit[j - begin] > top) top = logit[j - begin];
      }
      const float rescale = expf(most - top);
      sum *= rescale;
      for (size_t c = 0; c < value_dim; ++c) out[c] *= rescale;
      for (size_t j = begin; j < end; ++j) {
        const float weight = exp2f(1.442f * (logit[j - begin] - top));
        sum += weight;
        for (size_t c = 0; c < value_dim; ++c) out[c] += weight * value[j * value_dim + c];
      }
      most = top;
    }
    for (size_t c = 0; c < value_dim; ++c) out[c] /= sum;
  }
}
