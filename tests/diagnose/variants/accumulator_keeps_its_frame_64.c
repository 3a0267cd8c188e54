// Is: online/output_not_rescaled
// Says: tiles of 64
// Blocks of 64 keys by blocks of 4 queries; the denominator follows the maximum, the numerators do not.
#include <math.h>
#include <stddef.h>

enum { KEYS = 64, ROWS = 4 };

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  const float scale = 1 / sqrtf((float)d);
  for (size_t block = 0; block < n; block += ROWS) {
    const size_t last = block + ROWS < n ? block + ROWS : n;
    float top[ROWS], z[ROWS];
    for (size_t i = block; i < last; ++i) {
      top[i - block] = -INFINITY, z[i - block] = 0;
      for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    }
    for (size_t first = 0; first < n; first += KEYS)
      for (size_t i = block; i < last; ++i) {
        float s[KEYS], peak = top[i - block];
        size_t count = first + KEYS < n ? KEYS : n - first;
        if (causal) count = i < first ? 0 : i - first + 1 < count ? i - first + 1 : count;
        if (count == 0) continue;
        for (size_t t = 0; t < count; ++t) {
          s[t] = 0;
          for (size_t c = 0; c < d; ++c) s[t] += scale * q[i * d + c] * k[(first + t) * d + c];
          peak = fmaxf(peak, s[t]);
        }
        z[i - block] *= expf(top[i - block] - peak);
        top[i - block] = peak;
        for (size_t t = 0; t < count; ++t) {
          const float e = expf(s[t] - peak);
          z[i - block] += e;
          for (size_t c = 0; c < m; ++c) o[i * m + c] += e * v[(first + t) * m + c];
        }
      }
    for (size_t i = block; i < last; ++i)
      for (size_t c = 0; c < m; ++c) o[i * m + c] /= z[i - block];
  }
}
