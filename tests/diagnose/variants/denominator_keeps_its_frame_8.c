// Is: online/sum_not_rescaled
// Tiles of 8 keys gathered into a structure; only the numerators follow the maximum.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

struct row {
  float top, z, *acc;
};

static void take(struct row* r, const float* s, const float* v, size_t count, size_t m) {
  float peak = r->top;
  for (size_t t = 0; t < count; ++t) peak = s[t] > peak ? s[t] : peak;
  const float shrink = expf(r->top - peak);
  for (size_t c = 0; c < m; ++c) r->acc[c] *= shrink;
  for (size_t t = 0; t < count; ++t) {
    const float e = expf(s[t] - peak);
    r->z += e;
    for (size_t c = 0; c < m; ++c) r->acc[c] += e * v[t * m + c];
  }
  r->top = peak;
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float s[8], *acc = malloc(m * sizeof *acc);
  for (size_t i = 0; i < n; ++i) {
    struct row r = {-INFINITY, 0, acc};
    const size_t seen = causal ? i + 1 : n;
    for (size_t c = 0; c < m; ++c) acc[c] = 0;
    for (size_t j = 0; j < seen; j += 8) {
      const size_t count = seen - j < 8 ? seen - j : 8;
      for (size_t t = 0; t < count; ++t) {
        s[t] = 0;
        for (size_t c = 0; c < d; ++c) s[t] += q[i * d + c] * k[(j + t) * d + c];
        s[t] /= sqrtf((float)d);
      }
      take(&r, s, v + j * m, count, m);
    }
    for (size_t c = 0; c < m; ++c) o[i * m + c] = acc[c] / r.z;
  }
  free(acc);
}
