/* Style: the textbook, normalised last.
 * All logits of a row, their maximum, exponentials, one division at the end; the mask ends the loop early. */
#ifndef NAME
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define NAME attention
#define REAL float
#define EXP expf
#define SQRT sqrtf
#include "plain.c"
#undef NAME
#undef REAL
#undef EXP
#undef SQRT
#define NAME attention_f64
#define REAL double
#define EXP exp
#define SQRT sqrt
#include "plain.c"
#else
void NAME(const REAL* query, const REAL* key, const REAL* value, REAL* output, size_t tokens, size_t head_dim,
          size_t value_dim, int causal) {
  const REAL scale = 1 / SQRT((REAL)head_dim);
  REAL* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    REAL largest = -INFINITY, total = 0;
    for (size_t j = 0; j < visible; ++j) {
      REAL dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      weight[j] = dot * scale;
      if (weight[j] > largest) largest = weight[j];
    }
    for (size_t j = 0; j < visible; ++j) total += weight[j] = EXP(weight[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      REAL sum = 0;
      for (size_t j = 0; j < visible; ++j) sum += weight[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
    }
  }
  free(weight);
}
#endif
