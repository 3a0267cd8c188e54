/* Style: recursion; the softmax state of a range of keys is merged from those of its two halves.
 * A state is maximum, sum and unnormalised row; the leaves are single keys. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

struct call {
  const float *query, *key, *value;
  size_t head_dim, value_dim;
  float scale;
};

struct state {
  float largest, total;
};

/* The row of the range goes to `row`; `scratch` has room for one row a level below. */
static struct state range(const struct call* call, size_t first, size_t n, float* row, float* scratch) {
  if (n == 1) {
    for (size_t c = 0; c < call->value_dim; ++c) row[c] = call->value[first * call->value_dim + c];
    const struct state leaf = {call->scale * dot(call->query, call->key + first * call->head_dim, call->head_dim),
                               1.0f};
    return leaf;
  }
  const struct state a = range(call, first, n / 2, row, scratch);
  const struct state b = range(call, first + n / 2, n - n / 2, scratch, scratch + call->value_dim);
  const float largest = fmaxf(a.largest, b.largest);
  const float keep_a = expf(a.largest - largest), keep_b = expf(b.largest - largest);
  for (size_t c = 0; c < call->value_dim; ++c) row[c] = keep_a * row[c] + keep_b * scratch[c];
  const struct state merged = {largest, keep_a * a.total + keep_b * b.total};
  return merged;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* scratch = malloc(65 * value_dim * sizeof *scratch);
  for (size_t i = 0; i < tokens; ++i) {
    const struct call call = {query + i * head_dim, key, value, head_dim, value_dim, 1.0f / sqrtf((float)head_dim)};
    float* row = output + i * value_dim;
    const struct state all = range(&call, 0, causal ? i + 1 : tokens, row, scratch);
    for (size_t c = 0; c < value_dim; ++c) row[c] /= all.total;
  }
  free(scratch);
}
