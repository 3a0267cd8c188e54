// Is: causal/by_tiles, mask
// Blocks of 32 keys are skipped or taken as a whole; nothing is masked within the block of the diagonal.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    size_t seen = 0;
    float top = -INFINITY, z = 0;
    for (size_t first = 0; first < n; first += 32) {
      if (causal && first > i) continue;
      for (seen = first; seen < n && seen < first + 32; ++seen) {
        p[seen] = 0;
        for (size_t c = 0; c < d; ++c) p[seen] += q[i * d + c] * k[seen * d + c];
        p[seen] *= 1 / sqrtf((float)d);
        top = fmaxf(top, p[seen]);
      }
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
