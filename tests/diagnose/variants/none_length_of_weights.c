// Is: none
// The weights of a row have length one instead of sum one.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, squares = 0;
    for (size_t j = 0; j < seen; ++j) {
      p[j] = 0;
      for (size_t c = 0; c < d; ++c) p[j] += q[i * d + c] * k[j * d + c];
      top = fmaxf(top, p[j] /= sqrtf((float)d));
    }
    for (size_t j = 0; j < seen; ++j) {
      p[j] = expf(p[j] - top);
      squares += p[j] * p[j];
    }
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / sqrtf(squares);
    }
  }
  free(p);
}
