// Is: tail
// Says: last full 4
// Channels in fours, nothing after the last four.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) {
      const float *a = q + i * d, *b = k + j * d;
      float s = 0;
      for (size_t c = d / 4; c > 0; --c, a += 4, b += 4) s += a[0] * b[0] + a[1] * b[1] + (a[2] * b[2] + a[3] * b[3]);
      p[j] = s / sqrtf((float)d);
      top = fmaxf(top, p[j]);
    }
    for (size_t j = 0; j < seen; ++j) z += p[j] = expf(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(p);
}
