/* Style: softmax as a function of its own, weights normalised before they meet the values.
 * The dot product is divided by sqrt(head_dim), and the mask is a branch that skips. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

static void softmax(float* row, size_t n) {
  float largest = row[0], total = 0.0f;
  for (size_t j = 1; j < n; ++j) largest = fmaxf(largest, row[j]);
  for (size_t j = 0; j < n; ++j) total += row[j] = expf(row[j] - largest);
  for (size_t j = 0; j < n; ++j) row[j] /= total;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  float* row = malloc(tokens * sizeof *row);
  for (size_t i = 0; i < tokens; ++i) {
    size_t n = 0;
    for (size_t j = 0; j < tokens; ++j) {
      if (causal && j > i) continue;
      row[n++] = dot(query + i * head_dim, key + j * head_dim, head_dim) / sqrtf((float)head_dim);
    }
    softmax(row, n);
    for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] = 0.0f;
    for (size_t j = 0; j < n; ++j)
      for (size_t c = 0; c < value_dim; ++c) output[i * value_dim + c] += row[j] * value[j * value_dim + c];
  }
  free(row);
}
