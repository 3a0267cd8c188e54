/* Style: a lazily rescaled accumulator, decided for four rows together.
 * When one of the four needs another maximum, all four take their own new one; so a row's last bits depend on the rows
 * beside it, later ones too. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t e, int causal) {
  enum { T = 16, B = 4 };
  const float scale = 1.0f / sqrtf((float)d);
  float* acc = malloc(B * e * 4);
  for (size_t i0 = 0; i0 < n; i0 += B) {
    size_t nb = n - i0 < B ? n - i0 : B;
    float m[B], l[B], s[B][T], mt[B];
    memset(acc, 0, B * e * 4);
    for (size_t b = 0; b < nb; ++b) {
      m[b] = -INFINITY;
      l[b] = 0;
    }
    size_t most = causal ? i0 + nb : n;
    for (size_t t0 = 0; t0 < most; t0 += T) {
      int any = 0;
      for (size_t b = 0; b < nb; ++b) {
        size_t vis = causal ? i0 + b + 1 : n;
        mt[b] = m[b];
        for (size_t j = 0; j < T; ++j) {
          if (t0 + j >= vis) {
            s[b][j] = -INFINITY;
            continue;
          }
          float x = 0;
          for (size_t c = 0; c < d; ++c) x += q[(i0 + b) * d + c] * k[(t0 + j) * d + c];
          s[b][j] = x * scale;
          mt[b] = fmaxf(mt[b], s[b][j]);
        }
        if (m[b] == -INFINITY || mt[b] > m[b] + 5.0f) any = 1;
      }
      for (size_t b = 0; b < nb; ++b) {
        if (any && mt[b] > m[b]) {
          float a = expf(m[b] - mt[b]);
          l[b] *= a;
          for (size_t c = 0; c < e; ++c) acc[b * e + c] *= a;
          m[b] = mt[b];
        }
        for (size_t j = 0; j < T; ++j)
          if (s[b][j] != -INFINITY) {
            float p = expf(s[b][j] - m[b]);
            l[b] += p;
            for (size_t c = 0; c < e; ++c) acc[b * e + c] += p * v[(t0 + j) * e + c];
          }
      }
    }
    for (size_t b = 0; b < nb; ++b)
      for (size_t c = 0; c < e; ++c) o[(i0 + b) * e + c] = acc[b * e + c] / l[b];
  }
  free(acc);
}
