// Is: max_start
// Says: -2000
// Online key by key; the first maximum is a number that looked small enough.
#include <math.h>
#include <stddef.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  for (size_t i = 0; i < n; ++i) {
    float top = -2000.0f, z = 0;
    for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    for (size_t j = 0; j < (causal ? i + 1 : n); ++j) {
      float s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
      s /= sqrtf((float)d);
      const float peak = fmaxf(top, s), keep = expf(top - peak), e = expf(s - peak);
      z = z * keep + e;
      for (size_t c = 0; c < m; ++c) o[i * m + c] = o[i * m + c] * keep + e * v[j * m + c];
      top = peak;
    }
    for (size_t c = 0; c < m; ++c) o[i * m + c] /= z;
  }
}
