/* Style: hidden logits are overwritten with -FLT_MAX, never added to it.
 * Every row sees at least one key, whose logit lies far above, so their weights are exactly 0. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float root = sqrtf((float)head_dim);
  float* row = malloc(tokens * sizeof *row);
  for (size_t i = 0; i < tokens; ++i) {
    float largest = -FLT_MAX, total = 0.0f;
    for (size_t j = 0; j < tokens; ++j) {
      row[j] = dot(query + i * head_dim, key + j * head_dim, head_dim) / root;
      if (causal && j > i) row[j] = -FLT_MAX;
      if (row[j] > largest) largest = row[j];
    }
    for (size_t j = 0; j < tokens; ++j) {
      row[j] = expf(row[j] - largest);
      total += row[j];
    }
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < tokens; ++j) sum += row[j] / total * value[j * value_dim + c];
      output[i * value_dim + c] = sum;
    }
  }
  free(row);
}
