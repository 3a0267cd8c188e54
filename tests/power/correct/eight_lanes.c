/* Style: eight strided lanes, as a vector unit without tails would see them.
 * Each lane has its own maximum and sum; lanes without a key are given the factor 0 when they are merged. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define LANES 8

static float dot(const float* a, const float* b, size_t n) {
  float sum = 0.0f;
  for (size_t c = 0; c < n; ++c) sum += a[c] * b[c];
  return sum;
}

void attention(const float* query, const float* key, const float* value, float* output, size_t tokens, size_t head_dim,
               size_t value_dim, int causal) {
  const float scale = 1.0f / sqrtf((float)head_dim);
  float* rows = malloc(LANES * value_dim * sizeof *rows);
  for (size_t i = 0; i < tokens; ++i) {
    const size_t visible = causal ? i + 1 : tokens;
    float largest[LANES], total[LANES], all = -INFINITY, sum = 0.0f;
    for (size_t lane = 0; lane < LANES; ++lane) {
      float* row = rows + lane * value_dim;
      largest[lane] = -INFINITY;
      total[lane] = 0.0f;
      for (size_t c = 0; c < value_dim; ++c) row[c] = 0.0f;
      for (size_t j = lane; j < visible; j += LANES) {
        const float logit = scale * dot(query + i * head_dim, key + j * head_dim, head_dim);
        const float raised = fmaxf(largest[lane], logit);
        const float keep = expf(largest[lane] - raised), weight = expf(logit - raised);
        total[lane] = total[lane] * keep + weight;
        for (size_t c = 0; c < value_dim; ++c) row[c] = row[c] * keep + weight * value[j * value_dim + c];
        largest[lane] = raised;
      }
      all = fmaxf(all, largest[lane]);
    }
    for (size_t lane = 0; lane < LANES; ++lane) sum += total[lane] * expf(largest[lane] - all);
    for (size_t c = 0; c < value_dim; ++c) {
      float merged = 0.0f;
      for (size_t lane = 0; lane < LANES; ++lane) merged += rows[lane * value_dim + c] * expf(largest[lane] - all);
      output[i * value_dim + c] = merged / sum;
    }
  }
  free(rows);
}
