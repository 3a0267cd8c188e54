// Is: mask
// Says: last 16 keys
// A sliding window that only some layers should have.
#include <math.h>
#include <stddef.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  for (size_t i = 0; i < n; ++i) {
    const size_t from = causal && i >= 16 ? i - 15 : 0, to = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    for (size_t j = from; j < to; ++j) {
      float s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
      s /= sqrtf((float)d);
      const float peak = fmaxf(top, s), f = expf(top - peak), e = expf(s - peak);
      z = z * f + e, top = peak;
      for (size_t c = 0; c < m; ++c) o[i * m + c] = o[i * m + c] * f + e * v[j * m + c];
    }
    for (size_t c = 0; c < m; ++c) o[i * m + c] /= z;
  }
}
