/* Style: long double everything, for float and for double.
 * Exact to the last bit nearly always; slow, and a reference in many a project. */
#ifndef NAME
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define NAME attention
#define REAL float
#include "long_double.c"
#undef NAME
#undef REAL
#define NAME attention_f64
#define REAL double
#include "long_double.c"
#else
void NAME(const REAL* query, const REAL* key, const REAL* value, REAL* output, size_t tokens, size_t head_dim,
          size_t value_dim, int causal) {
  const long double root = sqrtl((long double)head_dim);
  long double* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    long double largest = -INFINITY, total = 0;
    for (size_t j = 0; j < visible; ++j) {
      long double dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += (long double)query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] = dot / root;
      largest = fmaxl(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = expl(weight[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      long double sum = 0;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = (REAL)(sum / total);
    }
  }
  free(weight);
}
#endif
