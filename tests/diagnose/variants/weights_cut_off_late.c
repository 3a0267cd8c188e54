// Is: masking/after_softmax
// The weights of the whole row first, the triangle cut out of them afterwards by the loop over values.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  double* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    double top = -INFINITY, z = 0;
    for (size_t j = 0; j < n; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += (double)q[i * d + c] * k[j * d + c] / sqrt((double)d);
      top = fmax(top, p[j]);
    }
    for (size_t j = 0; j < n; ++j) z += p[j] = exp(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      double y = 0;
      for (size_t j = 0; j < n; ++j) y += (!causal || j <= i) * p[j] / z * v[j * m + c];
      o[i * m + c] = (float)y;
    }
  }
  free(p);
}
