/* Style: two halves of the keys, each keeping maximum, sum and an unnormalised row in base 2, merged at the end.
 * A half that holds no visible key has maximum minus infinity and is given the factor 0. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

struct half {
  float largest, total;
  float* row;
};

static void attend(struct half* h, const float* query, const float* key, const float* value, size_t first, size_t last,
                   size_t head_dim, size_t value_dim) {
  const float factor = (float)(1.4426950408889634 / sqrt((double)head_dim));
  h->largest = -INFINITY;
  h->total = 0.0f;
  for (size_t c = 0; c < value_dim; ++c) h->row[c] = 0.0f;
  for (size_t j = first; j < last; ++j)
    h->largest = fmaxf(h->largest, factor * dot(query, key + j * head_dim, head_dim));
  for (size_t j = first; j < last; ++j) {
    const float weight = exp2f(factor * dot(query, key + j * head_dim, head_dim) - h->largest);
    h->total += weight;
    for (size_t c = 0; c < value_dim; ++c) h->row[c] += weight * value[j * value_dim + c];
  }
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  struct half a, b;
  a.row = malloc(2 * value_dim * sizeof *a.row);
  b.row = a.row + value_dim;
  const size_t middle = tokens / 2;
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    attend(&a, query + i * head_dim, key, value, 0, visible < middle ? visible : middle, head_dim, value_dim);
    attend(&b, query + i * head_dim, key, value, middle, visible < middle ? middle : visible, head_dim, value_dim);
    const float largest = fmaxf(a.largest, b.largest);
    const float keep_a = exp2f(a.largest - largest), keep_b = exp2f(b.largest - largest);
    const float total = keep_a * a.total + keep_b * b.total;
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = (keep_a * a.row[c] + keep_b * b.row[c]) / total;
  }
  free(a.row);
}
