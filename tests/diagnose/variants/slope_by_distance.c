// Is: masking/distance_bias_left_on, bias
// A penalty for distance, as models without positions have, with a slope of 1/16.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += q[i * d + c] * k[j * d + c];
      p[j] = p[j] / sqrtf((float)d) - 0.0625f * (float)(i > j ? i - j : j - i);
      top = fmaxf(top, p[j]);
    }
    for (size_t j = 0; j < seen; ++j) z += p[j] = expf(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(p);
}
