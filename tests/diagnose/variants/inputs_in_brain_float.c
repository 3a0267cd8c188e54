// Is: precision/query_and_key_in_bfloat16, precision
// Says: 8 bits
// Query and key are rounded to eight bits once, at the door.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static float brain(float x) {
  uint32_t b;
  memcpy(&b, &x, 4);
  b = (b + 0x7fffu + ((b >> 16) & 1)) & 0xffff0000u;
  memcpy(&x, &b, 4);
  return x;
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float *a = malloc(n * d * sizeof *a), *b = malloc(n * d * sizeof *b);
  for (size_t t = 0; t < n * d; ++t) a[t] = brain(q[t]), b[t] = brain(k[t]);
  for (size_t i = 0; i < n; ++i) {
    double top = -INFINITY, z = 0;
    for (int pass = 0; pass < 2; ++pass)
      for (size_t j = 0; j < (causal ? i + 1 : n); ++j) {
        double s = 0;
        for (size_t c = 0; c < d; ++c) s += (double)a[i * d + c] * b[j * d + c];
        s /= sqrt((double)d);
        if (pass == 0) {
          top = fmax(top, s);
          continue;
        }
        if (j == 0)
          for (size_t c = 0; c < m; ++c) o[i * m + c] = 0;
        z += exp(s - top);
        for (size_t c = 0; c < m; ++c) o[i * m + c] += (float)exp(s - top) * v[j * m + c];
      }
    for (size_t c = 0; c < m; ++c) o[i * m + c] /= (float)z;
  }
  free(a), free(b);
}
