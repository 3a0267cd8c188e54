// Is: precision/logits_in_bfloat16, precision
// Says: 8 bits
// Logits are stored in the upper half of a float, the lower half forgotten.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint16_t pack(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return (uint16_t)(bits >> 16);
}
static float unpack(uint16_t half) {
  const uint32_t bits = (uint32_t)half << 16;
  float x;
  memcpy(&x, &bits, 4);
  return x;
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  uint16_t* s = malloc(n * sizeof *s);
  float* e = malloc(n * sizeof *e);
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) {
      float x = 0;
      for (size_t c = 0; c < d; ++c) x += q[i * d + c] * k[j * d + c];
      s[j] = pack(x / sqrtf((float)d));
      top = fmaxf(top, unpack(s[j]));
    }
    for (size_t j = 0; j < seen; ++j) z += e[j] = expf(unpack(s[j]) - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += e[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(s), free(e);
}
