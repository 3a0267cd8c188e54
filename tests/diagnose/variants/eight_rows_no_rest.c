// Is: tails/query_tail_not_written, tail
// Eight queries at a time, and the rows after the last eight are left as they were.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(8 * n * sizeof *p);
  for (size_t block = 0; block + 8 <= n; block += 8)
    for (size_t r = 0; r < 8; ++r) {
      const size_t i = block + r, seen = causal ? i + 1 : n;
      float top = -INFINITY, z = 0;
      for (size_t j = 0; j < seen; ++j) {
        p[r * n + j] = 0;
        for (size_t c = 0; c < d; ++c) p[r * n + j] += q[i * d + c] * k[j * d + c];
        top = fmaxf(top, p[r * n + j] /= sqrtf((float)d));
      }
      for (size_t j = 0; j < seen; ++j) z += p[r * n + j] = expf(p[r * n + j] - top);
      for (size_t c = 0; c < m; ++c) {
        float y = 0;
        for (size_t j = 0; j < seen; ++j) y += p[r * n + j] * v[j * m + c];
        o[i * m + c] = y / z;
      }
    }
  free(p);
}
