// Is: softmax/sum_plus_a_thousandth, sum
// Says: 0.001
// Three passes with the logits computed anew in each, nothing stored; a guard against division by zero.
#include <math.h>
#include <stddef.h>

static float logit(const float* a, const float* b, size_t d) {
  double s = 0;
  for (size_t c = 0; c < d; ++c) s += (double)a[c] * b[c];
  return (float)(s / sqrt((double)d));
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = logit(q + i * d, k, d), z = 0;
    for (size_t j = 1; j < seen; ++j) top = fmaxf(top, logit(q + i * d, k + j * d, d));
    for (size_t j = 0; j < seen; ++j) z += expf(logit(q + i * d, k + j * d, d) - top);
    for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    for (size_t j = 0; j < seen; ++j) {
      const float w = expf(logit(q + i * d, k + j * d, d) - top) / (z + 1e-3f);
      for (size_t c = 0; c < m; ++c) o[i * m + c] += w * v[j * m + c];
    }
  }
}
