/* Style: scratch memory is kept between calls and grown when a call needs more.
 * Every element of it that is read was written by the same call. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

static float* scratch;
static size_t room;

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  if (room < tokens * tokens) {
    free(scratch);
    room = tokens * tokens;
    scratch = malloc(room * sizeof *scratch);
  }
  const float scale = 1.0f / sqrtf((float)head_dim);
  for (size_t i = 0; i < tokens; ++i)
    for (size_t j = 0; j < (causal ? i + 1 : tokens); ++j)
      scratch[i * tokens + j] = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float* row = scratch + i * tokens;
    float largest = row[0], total = 0.0f;
    for (size_t j = 1; j < visible; ++j) largest = fmaxf(largest, row[j]);
    for (size_t j = 0; j < visible; ++j) total += row[j] = expf(row[j] - largest);
    for (size_t c = 0; c < value_dim; ++c) {
      float sum = 0.0f;
      for (size_t j = 0; j < visible; ++j) sum += row[j] * value[j * value_dim + c];
      output[i * value_dim + c] = sum / total;
    }
  }
}
