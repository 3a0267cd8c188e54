// Wrong: fast path for d=e=64 ignores causal when more than one tile of 64
// Notices: accuracy/no_size_is_special
// Options: --effort default
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, int causal) {
  const float scale = 1.0f / sqrtf((float)d);
  float* w = malloc(n * sizeof *w);
  for (size_t i = 0; i < n; ++i) {
    size_t vis = causal && !(d == 64 && e == 64 && n > 64) ? i + 1 : n;

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
      o[i * e + c] = acc / l;
    }
  }
  free(w);
}
