// Is: hidden_logit
// Says: -50
// A mask tensor of zeros and minus fifty is added to the logits.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float *mask = calloc(n * n, sizeof *mask), *p = malloc(n * n * sizeof *p);
  for (size_t i = 0; causal && i < n; ++i)
    for (size_t j = i + 1; j < n; ++j) mask[i * n + j] = -50;
  for (size_t i = 0; i < n; ++i) {
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < n; ++j) {
      float s = 0;
      for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
      p[i * n + j] = s / sqrtf((float)d) + mask[i * n + j];
      top = fmaxf(top, p[i * n + j]);
    }
    for (size_t j = 0; j < n; ++j) z += p[i * n + j] = expf(p[i * n + j] - top);
    for (size_t j = 0; j < n; ++j) p[i * n + j] /= z;
  }
  for (size_t i = 0; i < n; ++i)
    for (size_t c = 0; c < m; ++c) {
      o[i * m + c] = 0;
      for (size_t j = 0; j < n; ++j) o[i * m + c] += p[i * n + j] * v[j * m + c];
    }
  free(mask), free(p);
}
