/* Right: C, with double precision inside. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* out, size_t n, size_t d, size_t e, int causal) {
  double* w = malloc(n * sizeof *w);
  for (size_t i = 0; i < n; i++) {
    size_t m = causal ? i + 1 : n;
    double top = -INFINITY, sum = 0;
    for (size_t j = 0; j < m; j++) {
      w[j] = 0;
      for (size_t c = 0; c < d; c++) w[j] += (double)q[i * d + c] * k[j * d + c];
      w[j] /= sqrt((double)d);
      top = fmax(top, w[j]);
    }
    for (size_t j = 0; j < m; j++) sum += w[j] = exp(w[j] - top);
    for (size_t c = 0; c < e; c++) {
      double mean = 0;
      for (size_t j = 0; j < m; j++) mean += w[j] / sum * v[j * e + c];
      out[i * e + c] = (float)mean;
    }
  }
  free(w);
}
