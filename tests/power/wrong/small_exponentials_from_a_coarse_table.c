// Wrong: the argument of an exponential below -14 is rounded to the nearest half, as by a coarse table.
// Notices: accuracy/small_weights_add_up
// Options: --effort default --properties accuracy/small_weights_add_up
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
      const float x = w[j] - m;
      w[j] = expf(x < -14.0f ? roundf(2 * x) / 2 : x);
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
