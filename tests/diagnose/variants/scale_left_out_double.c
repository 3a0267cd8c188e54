// Is: scale/missing, scale
// Says: expected 8.00
// Everything in double, walking pointers, one row of weights at a time.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  double* row = calloc(n, sizeof(double));
  for (const float* end = q + n * d; q < end; q += d, o += m) {
    const size_t seen = causal ? n - (size_t)(end - q) / d + 1 : n;
    double top = -HUGE_VAL, mass = 0;
    for (size_t j = 0; j < seen; ++j) {
      double s = 0;
      for (const float *a = q, *b = k + j * d; a < q + d; ++a, ++b) s += (double)*a * *b;
      row[j] = s;
      if (s > top) top = s;
    }
    for (size_t j = 0; j < seen; ++j) mass += row[j] = exp(row[j] - top);
    for (size_t c = 0; c < m; ++c) {
      double s = 0;
      for (size_t j = 0; j < seen; ++j) s += row[j] * v[j * m + c];
      o[c] = (float)(s / mass);
    }
  }
  free(row);
}
