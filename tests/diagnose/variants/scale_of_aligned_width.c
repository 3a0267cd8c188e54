// Is: scale/head_dim_padded_to_8, scale
// Says: multiple of 8
// Query and key are copied into rows padded to eight channels, whose width then gives the scale.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  const size_t width = (d + 7) & ~(size_t)7;
  float *qp = calloc(n * width, sizeof *qp), *kp = calloc(n * width, sizeof *kp), *p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; ++i) {
    memcpy(qp + i * width, q + i * d, d * sizeof *q);
    memcpy(kp + i * width, k + i * d, d * sizeof *k);
  }
  for (size_t i = 0; i < n; ++i) {
    const size_t seen = causal ? i + 1 : n;
    float top = -INFINITY, z = 0;
    for (size_t j = 0; j < seen; ++j) {
      float lane[8] = {0};
      for (size_t c = 0; c < width; c += 8)
        for (size_t l = 0; l < 8; ++l) lane[l] += qp[i * width + c + l] * kp[j * width + c + l];
      p[j] = (((lane[0] + lane[4]) + (lane[1] + lane[5])) + ((lane[2] + lane[6]) + (lane[3] + lane[7]))) /
             sqrtf((float)width);
      top = fmaxf(top, p[j]);
    }
    for (size_t j = 0; j < seen; ++j) z += p[j] = expf(p[j] - top);
    for (size_t c = 0; c < m; ++c) {
      float y = 0;
      for (size_t j = 0; j < seen; ++j) y += p[j] * v[j * m + c];
      o[i * m + c] = y / z;
    }
  }
  free(qp), free(kp), free(p);
}
