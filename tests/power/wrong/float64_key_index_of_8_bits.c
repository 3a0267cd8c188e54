// Wrong: float64: 8-bit key index
// Notices: extremes/thousands_of_tokens
// Options: --effort default
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void attention_f64(const double* q, const double* k, const double* v, double* o, size_t n, size_t d, size_t e,
                   int causal) {
  double* w = malloc(n * sizeof *w);
  for (size_t i = 0; i < n; ++i) {
    size_t vis = causal ? i + 1 : n;
    double m = -INFINITY, l = 0;
    for (size_t j = 0; j < vis; ++j) {
      double s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[(unsigned char)j * d + c];
      w[j] = s / sqrt((double)d);
      if (w[j] > m) m = w[j];
    }
    for (size_t j = 0; j < vis; ++j) {
      w[j] = exp(w[j] - m);
      l += w[j];
    }
    for (size_t c = 0; c < e; ++c) {
      double a = 0;
      for (size_t j = 0; j < vis; ++j) a += w[j] * v[j * e + c];
      o[i * e + c] = a / l;
    }
  }
  free(w);
}
