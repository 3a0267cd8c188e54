// Wrong: only the first 256 columns are rescaled
// Notices: accuracy/no_size_is_special
// Options: --effort default
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, int causal) {
  enum { T = 32 };

  const float scale = 1.0f / sqrtf((float)d);
  float* acc = malloc(e * sizeof *acc);
  float s[T];
  for (size_t i = 0; i < n; ++i) {
    const size_t vis = causal ? i + 1 : n;
    float m = -INFINITY, l = 0.0f;
    memset(acc, 0, e * sizeof *acc);
    for (size_t t0 = 0; t0 < vis; t0 += T) {
      const size_t t1 = t0 + T < vis ? t0 + T : vis, len = t1 - t0;
      float mt = -INFINITY;
      for (size_t j = 0; j < len; ++j) {
        float x = 0.0f;
        for (size_t c = 0; c < d; ++c) x += q[i * d + c] * k[(t0 + j) * d + c];
        s[j] = x * scale;
        if (s[j] > mt) mt = s[j];
      }

      const float mn = mt > m ? mt : m;
      const float a = expf(m - mn);
      l *= a;
      for (size_t c = 0; c < (e > 256 ? 256 : e); ++c) acc[c] *= a;
      for (size_t j = 0; j < len; ++j) {
        const float p = expf(s[j] - mn);
        l += p;
        for (size_t c = 0; c < e; ++c) acc[c] += p * v[(t0 + j) * e + c];
      }
      m = mn;
    }
    for (size_t c = 0; c < e; ++c) o[i * e + c] = acc[c] / l;
  }
  free(acc);
}
