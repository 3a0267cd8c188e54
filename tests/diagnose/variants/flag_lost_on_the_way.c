// Is: causal/ignored, mask
// The flag is a field of an options record that nobody fills in.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

struct options {
  int causal, reserved;
};

static void row(const float* q, const float* k, const float* v, float* o, float* p, size_t i, size_t n, size_t d,
                size_t m, struct options with) {
  const size_t seen = with.causal ? i + 1 : n;
  float top = -INFINITY, z = 0;
  for (size_t j = 0; j < seen; ++j) {
    float s = 0;
    for (size_t c = 0; c < d; ++c) s += q[i * d + c] * k[j * d + c];
    p[j] = s / sqrtf((float)d);
    top = p[j] > top ? p[j] : top;
  }
  for (size_t j = 0; j < seen; ++j) z += expf(p[j] - top);
  const float log_z = top + logf(z);
  for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
  for (size_t j = 0; j < seen; ++j)
    for (size_t c = 0; c < m; ++c) o[i * m + c] += expf(p[j] - log_z) * v[j * m + c];
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* p = malloc(n * sizeof *p);
  const struct options with = {0, causal};
  for (size_t i = 0; i < n; ++i) row(q, k, v, o, p, i, n, d, m, with);
  free(p);
}
