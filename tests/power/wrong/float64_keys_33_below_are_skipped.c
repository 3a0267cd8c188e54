// Wrong: in float64 keys whose logit is more than 33 below the maximum are skipped.
// Notices: accuracy/small_weights_add_up
// Options: --effort default --properties accuracy/small_weights_add_up
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
static double EX(double x) { return x < -33 ? 0 : exp(x); }

void attention_f64(const double* q, const double* k, const double* v, double* o, size_t n, size_t d, size_t e,
                   int causal) {
  double* w = malloc(n * sizeof *w);
  for (size_t i = 0; i < n; ++i) {
    size_t vis = causal ? i + 1 : n;
    double m = -INFINITY, l = 0;
    for (size_t j = 0; j < vis; ++j) {
      double s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
      w[j] = s / sqrt((double)d);
      if (w[j] > m) m = w[j];
    }
    for (size_t j = 0; j < vis; ++j) {
      w[j] = EX(w[j] - m);
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
