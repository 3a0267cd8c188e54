/* Style: no maximum is subtracted when no logit of the call can be above 20.
 * The bound is taken over the whole call, so which way a row goes depends on tokens it does not see. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, int causal) {
  float qm = 0, km = 0;
  for (size_t u = 0; u < n * d; ++u) {
    qm = fmaxf(qm, fabsf(q[u]));
    km = fmaxf(km, fabsf(k[u]));
  }
  int small = qm * km * sqrtf((float)d) < 20.0f;
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
      w[j] = expf(small ? w[j] : w[j] - m);
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
