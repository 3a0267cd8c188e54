/* Style: float in, float out, double between.
 * Logits, exponentials and sums are double; one rounding when the output is stored. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const double scale = 1.0 / sqrt((double)head_dim);
  double* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    double largest = -INFINITY, total = 0.0;
    for (size_t j = 0; j < visible; ++j) {
      double dot = 0.0;
      for (size_t c = 0; c < head_dim; ++c) dot += (double)query[i * head_dim + c] * (double)key[j * head_dim + c];
      weight[j] = scale * dot;
      largest = fmax(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = exp(weight[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      double sum = 0.0;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = (float)(sum / total);
    }
  }
  free(weight);
}
