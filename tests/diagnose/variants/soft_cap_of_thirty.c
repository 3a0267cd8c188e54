// Is: precision/tanh_cap_left_on, logit_limit
// Says: 30
// The cap of another model is still in the logits.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float z = 0;
    for (size_t j = 0; j < seen; ++j) {
      float s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
      p[j] = 30.0f * tanhf(s / sqrtf((float)d) / 30.0f);
    }
    float top = p[0];
    for (size_t j = 1; j < seen; ++j) top = fmaxf(top, p[j]);
    for (size_t j = 0; j < seen; ++j) z += p[j] = expf(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(p);
}
