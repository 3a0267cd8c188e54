// Is: softmax/sum_plus_exp_of_minus_max, softmax/sum_starts_at_one, sum
// A key of logit zero and no value is part of every softmax, as published for quiet attention.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc((n + 1) * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = 0, z = 0;
    p[seen] = 0;
    for (size_t j = 0; j < seen; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += q[i * d + c] / sqrtf((float)d) * k[j * d + c];
      top = fmaxf(top, p[j]);
    }
    for (size_t j = 0; j <= seen; ++j) z += p[j] = expf(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] / z * v[j * m + c];
      o[i * m + c] = y;
    }
  }
  free(p);
}
