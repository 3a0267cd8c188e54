// Is: scale/of_value_dim, scale
// Says: sqrt(value_dim)
// Keys transposed first, then whole rows of logits at once.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float *kt = malloc(n * d * sizeof *kt), *s = malloc(n * sizeof *s);
  for (size_t j = 0; j < n; ++j)
    for (size_t c = 0; c < d; ++c) kt[c * n + j] = k[j * d + c];
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) s[j] = 0;
    for (size_t c = 0; c < d; ++c)
      for (size_t j = 0; j < n; ++j) s[j] += q[i * d + c] * kt[c * n + j];
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) top = fmaxf(top, s[j] /= sqrtf((float)m));
    for (size_t j = 0; j < seen; ++j) z += s[j] = expf(s[j] - top);
    for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
    for (size_t j = 0; j < seen; ++j)
      for (size_t c = 0; c < m; ++c) o[i * m + c] += s[j] / z * v[j * m + c];
  }
  free(kt), free(s);
}
