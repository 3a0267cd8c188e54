/* Style: the visible keys are sorted by their logits, and sums run from the smallest weight to the largest.
 * A permutation of the keys changes nothing but the rounding. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

struct entry {
  float logit;
  size_t key;
};

static int ascending(const void* a, const void* b) {
  const struct entry *x = a, *y = b;
  if (x->logit != y->logit) return x->logit < y->logit ? -1 : 1;
  return x->key < y->key ? -1 : 1;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  struct entry* entry = malloc(tokens * sizeof *entry);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float* row = output + i * value_dim;
    float total = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      entry[j].logit = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
      entry[j].key = j;
    }
    qsort(entry, visible, sizeof *entry, ascending);
    for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
    for (size_t j = 0; j < visible; ++j) {
      const float weight = expf(entry[j].logit - entry[visible - 1].logit);
      total += weight;
      for (size_t c = 0; c < value_dim; ++c) row[c] += weight * value[entry[j].key * value_dim + c];
    }
    for (size_t c = 0; c < value_dim; ++c) row[c] /= total;
  }
  free(entry);
}
