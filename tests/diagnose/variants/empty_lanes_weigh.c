// Is: tails/key_tail_counts_zero_lanes, tail
// Tiles of 16 keys padded with zero keys and zero values, which keep their weight.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  const size_t padded = (n + 15) / 16 * 16;
  float *kp = calloc(padded * d, sizeof *kp), *vp = calloc(padded * m, sizeof *vp), *p = malloc(padded * sizeof *p);
  memcpy(kp, k, n * d * sizeof *k);
  memcpy(vp, v, n * m * sizeof *v);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : padded;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += q[i * d + c] * kp[j * d + c];
      p[j] /= sqrtf((float)d);
      top = fmaxf(top, p[j]);
    }
    for (size_t j = 0; j < seen; ++j) z += p[j] = expf(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * vp[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(kp), free(vp), free(p);
}
