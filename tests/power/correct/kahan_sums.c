/* Style: every sum carries its lost low part along (Kahan).
 * Must not be compiled with re-association. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

struct sum {
  float high, low;
};

static void add(struct sum* s, float x) {
  const float y = x - s->low;
  const float t = s->high + y;
  s->low = (t - s->high) - y;
  s->high = t;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* weight = malloc(tokens * sizeof *weight);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest = -INFINITY;
    struct sum total = {0.0f, 0.0f};
    for (size_t j = 0; j < visible; ++j) {
      struct sum dot = {0.0f, 0.0f};
      for (size_t c = 0; c < head_dim; ++c) add(&dot, query[i * head_dim + c] * key[j * head_dim + c]);
      weight[j] = scale * dot.high;
      largest = fmaxf(largest, weight[j]);
    }
    for (size_t j = 0; j < visible; ++j) add(&total, weight[j] = expf(weight[j] - largest));
    for (size_t c = 0; c < value_dim; ++c) {
      struct sum row = {0.0f, 0.0f};
      for (size_t j = 0; j < visible; ++j) add(&row, weight[j] * value[j * value_dim + c]);
      output[i * value_dim + c] = row.high / total.high;
    }
  }
  free(weight);
}
