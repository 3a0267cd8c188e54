// Is: tails/key_tail_dropped, tail
// Four keys at a time, and nothing after the last four; with fewer than four, zero.
#include <math.h>
#include <stddef.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    for (size_t j = 0; j + 4 <= seen; j += 4) {
      float s[4] = {0}, peak = top;
      for (size_t c = 0; c < d; ++c)
        for (size_t l = 0; l < 4; ++l) s[l] += q[i * d + c] * k[(j + l) * d + c];
      for (size_t l = 0; l < 4; ++l) peak = fmaxf(peak, s[l] /= sqrtf((float)d));
      const float f = expf(top - peak);
      z *= f, top = peak;
      for (size_t c = 0; c < m; ++c) o[i * m + c] *= f;
      for (size_t l = 0; l < 4; ++l) {
        const float e = expf(s[l] - peak);
        z += e;
        for (size_t c = 0; c < m; ++c) o[i * m + c] += e * v[(j + l) * m + c];
      }
    }
    for (size_t c = 0; c < m && z > 0; ++c) o[i * m + c] /= z;
  }
}
