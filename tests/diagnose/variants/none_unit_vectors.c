// Is: none
// Query and key are brought to length one before the product: the attention of another paper.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float length(const float* x, size_t d) {
  double s = 0;
  for (size_t c = 0; c < d; ++c) s += (double)x[c] * x[c];
  return s > 0 ? (float)sqrt(s) : 1;
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float z = 0;
    for (size_t j = 0; j < seen; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += q[i * d + c] / length(q + i * d, d) * k[j * d + c] / length(k + j * d, d);
      z += p[j] = expf(p[j] * sqrtf((float)d));
    }
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(p);
}
