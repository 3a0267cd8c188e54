/* Style: online softmax, one key at a time.
 * The running maximum starts at minus infinity and the accumulator is the output row itself. */
#ifndef NAME
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define NAME attention
#define REAL float
#define EXP expf
#define SQRT sqrtf
#include "online_one_pass.c"
#undef NAME
#undef REAL
#undef EXP
#undef SQRT
#define NAME attention_f64
#define REAL double
#define EXP exp
#define SQRT sqrt
#include "online_one_pass.c"
#else
void NAME(const REAL* query, const REAL* key, const REAL* value, REAL* output, size_t tokens, size_t head_dim,
          size_t value_dim, int causal) {
  const REAL scale = 1 / SQRT((REAL)head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    REAL* row = output + i * value_dim;
    REAL largest = -INFINITY, total = 0;
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0;
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j) {
      REAL dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += query[i * head_dim + c] * key[j * head_dim + c];
      const REAL logit = scale * dot;
      const REAL raised = logit > largest ? logit : largest;
      const REAL keep = EXP(largest - raised), weight = EXP(logit - raised);
      total = total * keep + weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] = row[c] * keep + weight * value[j * value_dim + c];
      largest = raised;
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
}
#endif
