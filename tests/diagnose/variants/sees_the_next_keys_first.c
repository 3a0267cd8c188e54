// Is: causal/off_by_one
// Keys outside, queries inside: each key is spread over the rows that see it. Two passes, maxima first.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float *top = malloc(n * sizeof *top), *z = calloc(n, sizeof *z), *s = malloc(n * n * sizeof *s);
  for (size_t i = 0; i < n; ++i) top[i] = -INFINITY;
  for (size_t t = 0; t < n * m; ++t) o[t] = 0;
  for (size_t j = 0; j < n; ++j)
    for (size_t i = causal && j > 0 ? j - 1 : 0; i < n; ++i) {
      float x = 0;
      for (size_t c = 0; c < d; ++c) x += q[i * d + c] * k[j * d + c];
      s[j * n + i] = x / sqrtf((float)d);
      if (s[j * n + i] > top[i]) top[i] = s[j * n + i];
    }
  for (size_t j = 0; j < n; ++j)
    for (size_t i = causal && j > 0 ? j - 1 : 0; i < n; ++i) {
      const float e = expf(s[j * n + i] - top[i]);
      z[i] += e;
      for (size_t c = 0; c < m; ++c) o[i * m + c] += e * v[j * m + c];
    }
  for (size_t t = 0; t < n * m; ++t) o[t] /= z[t / m];
  free(top), free(z), free(s);
}
