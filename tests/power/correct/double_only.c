/* Style: double precision only, with a subtraction of the maximum that is fused into the exponential's argument.
 * A library that has no float form: attention_f64 is all it exports. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void attention_f64(const double* query, const double* key, const double* value, double* output, size_t tokens,
                   size_t head_dim, size_t value_dim, int causal) {
  const double scale = 1.0 / sqrt((double)head_dim);
  double* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    double largest = -INFINITY, total = 0.0;
    for (size_t j = 0; j < visible; ++j) {
      double dot = 0.0;
      for (size_t c = 0; c < head_dim; ++c) dot = fma(query[i * head_dim + c], key[j * head_dim + c], dot);
      weight[j] = dot;
      largest = fmax(largest, dot);
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = exp(scale * (weight[j] - largest));
    for (size_t c = 0; c < value_dim; ++c) {
      double sum = 0.0;
      for (size_t j = 0; j < visible; ++j) sum = fma(weight[j], value[j * value_dim + c], sum);
      output[i * value_dim + c] = sum / total;
    }
  }
  free(weight);
}
