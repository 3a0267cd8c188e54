// Is: hidden_logit
// Says: -1e+06
// Low enough for every logit its author has seen.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t m, int causal) {
  const float scale = 1 / sqrtf((float)d);
  float* row = malloc(n * sizeof *row);
  for (size_t i = 0; i < n; ++i) {
    float most = -INFINITY, sum = 0;
    for (size_t j = 0; j < n; ++j) {
      float dot = 0;
      for (size_t c = 0; c < d; ++c) dot += q[i * d + c] * k[j * d + c];
      row[j] = causal && j > i ? -1e6f : dot * scale;
      most = fmaxf(most, row[j]);
    }
    for (size_t j = 0; j < n; ++j) sum += row[j] = expf(row[j] - most);
    for (size_t c = 0; c < m; ++c) {
      float total = 0;
      for (size_t j = 0; j < n; ++j) total += row[j] * v[j * m + c];
      o[i * m + c] = total / sum;
    }
  }
  free(row);
}
