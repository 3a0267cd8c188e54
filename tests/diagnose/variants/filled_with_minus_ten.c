// Is: causal/hidden_logit_is_minus_ten
// Online in tiles of 16 with the fill as a select.
#include <math.h>
#include <stddef.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  for (size_t i = 0; i < n; ++i) {
    float top = -INFINITY, z = 0, s[16];
    for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    for (size_t b = 0; b < n; b += 16) {
      const size_t e = n - b < 16 ? n - b : 16;
      float peak = top;
      for (size_t t = 0; t < e; ++t) {
        s[t] = 0;
        for (size_t c = 0; c < d; ++c) s[t] += q[i * d + c] * k[(b + t) * d + c];
        s[t] = causal && b + t > i ? -10.0f : s[t] / sqrtf((float)d);
        peak = fmaxf(peak, s[t]);
      }
      const float f = expf(top - peak);
      z *= f, top = peak;
      for (size_t c = 0; c < m; ++c) o[i * m + c] *= f;
      for (size_t t = 0; t < e; ++t) {
        z += s[t] = expf(s[t] - peak);
        for (size_t c = 0; c < m; ++c) o[i * m + c] += s[t] * v[(b + t) * m + c];
      }
    }
    for (size_t c = 0; c < m; ++c) o[i * m + c] /= z;
  }
}
