// Is: precision
// Says: float32
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention_f64(const double* query, const double* key, const double* value, double* output, size_t tokens,
                   size_t head_dim, size_t value_dim, int causal) {
  const double scale = 1 / sqrt((double)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    double most = -INFINITY, sum = 0;
    double* out = output + i * value_dim;
    for (size_t c = 0; c < value_dim; ++c) out[c] = 0;
    for (size_t begin = 0; begin < visible; begin += 16) {
      const size_t end = begin + 16 < visible ? begin + 16 : visible;
      double logit[16], top = most;
      for (size_t j = begin; j < end; ++j) {
        double dot = 0;
        for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
        logit[j - begin] = dot * scale;
        if (logit[j - begin] > top) top = logit[j - begin];
      }
      const double rescale = exp(most - top);
      sum *= rescale;
      for (size_t c = 0; c < value_dim; ++c) out[c] *= rescale;
      for (size_t j = begin; j < end; ++j) {
        const double weight = expf(logit[j - begin] - top);
        sum += weight;
        for (size_t c = 0; c < value_dim; ++c) out[c] += weight * value[j * value_dim + c];
      }
      most = top;
    }
    for (size_t c = 0; c < value_dim; ++c) out[c] /= sum;
  }
}
