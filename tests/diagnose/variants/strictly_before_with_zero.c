// Is: causal/strict, mask
// A row without a key answers zero instead of dividing by nothing.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* e = malloc(n * sizeof *e);
  for (size_t i = 0; i < n; ++i) {
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < n; ++j) {
      e[j] = 0;
      for (size_t c = 0; c < d; ++c) e[j] += q[i * d + c] * k[j * d + c];
      e[j] = causal && !(j < i) ? -INFINITY : e[j] / sqrtf((float)d);
      top = fmaxf(top, e[j]);
    }
    for (size_t j = 0; j < n; ++j) z += e[j] = top == -INFINITY ? 0 : expf(e[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < n; ++j) y += e[j] * v[j * m + c];
      o[i * m + c] = z > 0 ? y / z : 0;
    }
  }
  free(e);
}
