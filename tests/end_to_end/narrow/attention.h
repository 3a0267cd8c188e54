/* The textbook in float32, with what is kept in fewer bits left open: INPUT, LOGIT, WEIGHT and OUTPUT round a number,
 * SCALE is multiplied into 1/sqrt(head_dim), FIRST is the first key that a row of more than one sees. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "narrow.h"

#ifndef INPUT
#define INPUT(x) (x)
#endif
#ifndef LOGIT
#define LOGIT(x) (x)
#endif
#ifndef WEIGHT
#define WEIGHT(x) (x)
#endif
#ifndef OUTPUT
#define OUTPUT(x) (x)
#endif
#ifndef SCALE
#define SCALE 1.0f
#endif
#ifndef FIRST
#define FIRST 0
#endif

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = SCALE / sqrtf((float)head_dim);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens, first = visible > 1 ? FIRST : 0;
    float largest = -INFINITY, total = 0;
    for (size_t j = first; j < visible; ++j) {
      float dot = 0;
      for (size_t c = 0; c < head_dim; ++c) dot += INPUT(query[i * head_dim + c]) * INPUT(key[j * head_dim + c]);
      weight[j] = LOGIT(dot * scale);
      if (weight[j] > largest) largest = weight[j];
    }
    for (size_t j = first; j < visible; ++j) {
      weight[j] = expf(weight[j] - largest);
      total += weight[j];
    }
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0;
      for (size_t j = first; j < visible; ++j) sum += WEIGHT(weight[j]) * INPUT(value[j * value_dim + c]);
      output[i * value_dim + c] = OUTPUT(sum / total);
    }
  }
  free(weight);
}
