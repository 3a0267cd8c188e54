// Wrong: outputs below 1e-30 are taken for zero, as a guard against subnormal numbers far above them.
// Notices: extremes/tiny_values_are_averaged
// Options: --properties extremes/tiny_values_are_averaged
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, int causal) {
  const float scale = 1.0f / sqrtf((float)d);
  float* w = malloc(n * sizeof *w);
  for (size_t i = 0; i < n; ++i) {
    size_t vis = causal ? i + 1 : n;

    float m = -INFINITY, l = 0.0f;
    for (size_t j = 0; j < vis; ++j) {
      float s = 0.0f;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
      w[j] = s * scale;
      if (w[j] > m) m = w[j];
    }
    for (size_t j = 0; j < vis; ++j) {
      w[j] = expf(w[j] - m);
      l += w[j];
    }

    for (size_t c = 0; c < e; ++c) {
      float acc = 0.0f;
      for (size_t j = 0; j < vis; ++j) acc += w[j] * v[j * e + c];
      o[i * e + c] = fabsf(acc) < 1e-30f ? 0.0f : acc / l;
    }
  }
  free(w);
}
