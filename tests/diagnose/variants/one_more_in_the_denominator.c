// Is: softmax/sum_plus_one, sum
// Says: 1
// Keys from the last to the first, one at a time; the extra one is added when the row is done.
#include <math.h>
#include <stddef.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  const float scale = 1 / sqrtf((float)d);
  for (size_t i = 0; i < n; ++i) {
    float top = -INFINITY, z = 0, *y = o + i * m;
    for (size_t c = 0; c < m; ++c) y[c] = 0;
    for (size_t j = causal ? i + 1 : n; j-- > 0;) {
      float s = 0;
      for (size_t c = 0; c < d; ++c) s = fmaf(q[i * d + c], k[j * d + c], s);
      s *= scale;
      if (s > top) {
        const float shrink = expf(top - s);
        z *= shrink;
        for (size_t c = 0; c < m; ++c) y[c] *= shrink;
        top = s;
      }
      const float e = expf(s - top);
      z += e;
      for (size_t c = 0; c < m; ++c) y[c] = fmaf(e, v[j * m + c], y[c]);
    }
    for (size_t c = 0; c < m; ++c) y[c] /= 1 + z;
  }
}
