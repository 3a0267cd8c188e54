// Is: tails/last_key_dropped_at_tile_edge
// Whole tiles of 16, then the rest, if it is more than one.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  const size_t read = n > 1 && n % 16 == 1 ? n - 1 : n;
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal && i + 1 < read ? i + 1 : read;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += q[i * d + c] * k[j * d + c];
      p[j] /= sqrtf((float)d);
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
